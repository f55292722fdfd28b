import { ApiError, send, type Answer } from '../../browser/api.ts'
import type { AnyEntity } from '../../schema/index.ts'
import type { DialogOutcome } from '../model/dialog.ts'

/** Brings these rows back, or deletes them for good. */
export type BinCall = (ids: string) => Promise<Answer<readonly DialogOutcome[]>>

/** The bin's calls, under the names that the schema gives them. */
export function binCalls(entity: AnyEntity) {
  const { list = 'deleteList', restore = undefined, purge = undefined, failure = '' } = typeof entity.bin === 'object' ? entity.bin : {}
  const { base } = entity.endpoints
  const addressOf = (path: string, ids: string) => `${base}/${path.replace(/\{\w+\}/, encodeURIComponent(ids))}`
  const restoreAll: BinCall = (ids) => {
    const params = { [restore?.ids ?? 'ids']: ids }
    return send({ method: restore?.verb ?? 'PUT', url: addressOf(restore?.path ?? 'restore', ids), params, data: params })
  }
  const purgeAll: BinCall = (ids) =>
    send({ method: 'DELETE', url: addressOf(purge?.path ?? 'purge', ids), params: { [purge?.ids ?? 'ids']: ids } })
  return {
    list: `${base}/${list}`,
    restore: restoreAll,
    purge: purgeAll,
    /** Why the bin cannot be read, in the schema's words. */
    failed: (error: Error): Error => (failure && error instanceof ApiError ? new ApiError(`${failure}${error.message}`, error) : error),
  }
}
