import useSWR from 'swr'
import useSWRImmutable from 'swr/immutable'
import { isVia } from '../../fields/structure.ts'
import type { AnyEntity, Fields, WireRow } from '../../schema/index.ts'
import { api, ApiError } from '../../browser/api.ts'
import { resolveField } from '../filter/resolve-filters.ts'
import { useCurrentUser } from '../../browser/current-user.ts'

/** Why a record is not shown: no permission, no such row that the user may see, or an error that may pass. */
export type RecordTrouble = 403 | 404 | 500

const forbidden = 510

function troubleOf(error: unknown): RecordTrouble {
  if (!(error instanceof ApiError) || error.status !== 200) return 500
  return error.code === forbidden ? 403 : 404
}

/**
 * One row as the server shows it to this user, or why it does not; without an `id` none is asked for. Its key begins with the entity's
 * name, so that it is read again after a write.
 */
export function useRecord(entity: AnyEntity, id: string | undefined) {
  const path = `${entity.endpoints.base}/queryById`
  const { data, error, mutate } = useSWR<WireRow, Error>(
    id === undefined ? null : [entity.name, path, id],
    () => api.get<WireRow>(path, { id }),
    {
      shouldRetryOnError: false,
    },
  )
  const trouble = error && (data === undefined || troubleOf(error) !== 500) ? troubleOf(error) : undefined
  return { row: data, trouble, error, retry: () => void mutate() }
}

async function resolveAll(fields: Fields, load: (name: string) => Promise<AnyEntity>): Promise<Fields> {
  const keys = Object.keys(fields).filter((key) => isVia(fields[key]))
  const resolved = await Promise.all(keys.map(async (key) => [key, await resolveField(fields, key, load)] as const))
  return { ...fields, ...Object.fromEntries(resolved.flatMap(([key, field]) => (field ? [[key, field]] : []))) }
}

/** The entity's fields with `via` resolved, so that each is drawn as the field that it shows; unresolved until that is known. */
export function useResolvedFields(entity: AnyEntity): Fields {
  const { loadEntity } = useCurrentUser()
  const { data } = useSWRImmutable(['fields', entity.name], () => resolveAll(entity.fields, loadEntity))
  return data ?? entity.fields
}
