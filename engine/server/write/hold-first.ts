import type { Model, RuleContext, Rules } from '../contract.ts'
import type { PreparedRow } from './drafts/prepare-rows.ts'

/** The lock under which the bookings of a table are checked. */
export const bookingsOf = (table: string): string => `bookings:${table}`

/** An edit that may move a booking; an added row has nothing to lock before its bookings are checked. */
function movesBooking({ entity }: Model, { operation }: RuleContext, prepared: readonly PreparedRow[]): boolean {
  if (operation !== 'edit') return false
  const keys = (entity.exclusive ?? []).flatMap(({ one, from, to }) => [one, from, to])
  return prepared.some(({ row }) => keys.some((key) => Object.hasOwn(row, key)))
}

/**
 * Hold every name that this write needs before its first row is locked: who locked rows and only then waited for a name
 * could wait for somebody who holds the name and waits for the rows.
 */
export async function holdFirst(
  at: { readonly model: Model; readonly rules: Rules | undefined; readonly context: RuleContext },
  prepared: readonly PreparedRow[],
): Promise<void> {
  const { model, rules, context } = at
  if (model.entity.tree) await context.lock(`tree:${model.table}`)
  const rows = prepared.map(({ id, row }) => (id === undefined ? row : { ...row, id }))
  const names = new Set((await rules?.locks?.(context, rows)) ?? [])
  for (const name of [...names].sort()) await context.lock(name)
  if (movesBooking(model, context, prepared)) await context.lock(bookingsOf(model.table))
}
