import { canSee } from './access.ts'
import { useCurrentUser, type CurrentUser } from '../browser/current-user.ts'

/** Address of one row's own page, below its entity's screen; undefined for anyone who may not see rows of the entity. */
export function recordPath(
  { entityPath, permissions }: Pick<CurrentUser, 'entityPath' | 'permissions'>,
  entityName: string,
  id: string,
): string | undefined {
  return canSee(entityName, permissions) && id !== '' ? `${entityPath(entityName)}/${encodeURIComponent(id)}` : undefined
}

/** Addresses of rows' own pages, as far as the signed-in user may open them. */
export function useRecordPath(): (entityName: string, id: string) => string | undefined {
  const user = useCurrentUser()
  return (entityName, id) => recordPath(user, entityName, id)
}
