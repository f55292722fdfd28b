import { canSee } from './access.ts'
import { useSession, type Session } from './session.tsx'

/** Address of one row's own page, below its entity's screen; undefined for anyone who may not see rows of the entity. */
export function recordPath(
  { entityPath, permissions }: Pick<Session, 'entityPath' | 'permissions'>,
  entityName: string,
  id: string,
): string | undefined {
  return canSee(entityName, permissions) && id !== '' ? `${entityPath(entityName)}/${encodeURIComponent(id)}` : undefined
}

/** Addresses of rows' own pages, as far as the signed-in user may open them. */
export function useRecordPath(): (entityName: string, id: string) => string | undefined {
  const session = useSession()
  return (entityName, id) => recordPath(session, entityName, id)
}
