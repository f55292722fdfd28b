import type { Reader, Tx } from '../../../../engine/server/index.ts'

interface NewView {
  readonly key: string
  readonly viewId: string
  readonly userId: string | null
  readonly roleCode: string
  readonly until: number
}

/** The login goes on in another name; false if it does so already, or has ended meanwhile. */
export async function beginView(tx: Tx, { key, viewId, userId, roleCode, until }: NewView): Promise<boolean> {
  const changed = await tx
    .updateTable('sys_session')
    .set({ view_id: viewId, view_user: userId, view_role: roleCode, view_until: until })
    .where('token_hash', '=', key)
    .where('view_id', 'is', null)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** The login goes on in its owner's name; answers the view that ended, if there was one. */
export async function endView(tx: Tx, key: string): Promise<string | undefined> {
  const row = await tx.selectFrom('sys_session').select('view_id').where('token_hash', '=', key).executeTakeFirst()
  const viewId = row?.view_id
  if (!viewId) return undefined
  await tx
    .updateTable('sys_session')
    .set({ view_id: null, view_user: null, view_role: null, view_until: null })
    .where('token_hash', '=', key)
    .execute()
  return viewId
}

/** Which logins are meant: by their keys, their owners, or the name that the list of online users gives one. */
export type WhichLogins = { readonly key: string } | { readonly userIds: readonly string[] } | { readonly login: string }

/** Views of logins that are about to end, and that have not reached their own end. */
export async function openViewsOf(db: Reader | Tx, which: WhichLogins): Promise<string[]> {
  const views = db.selectFrom('sys_session').select('view_id').where('view_id', 'is not', null).where('view_until', '>', Date.now())
  const rows = await (
    'key' in which
      ? views.where('token_hash', '=', which.key)
      : 'login' in which
        ? views.where('token', '=', which.login)
        : views.where('user_id', 'in', [...which.userIds, ''])
  ).execute()
  return rows.flatMap(({ view_id: id }) => id ?? [])
}
