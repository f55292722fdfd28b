import type { PreparedRow } from './drafts/prepare-rows.ts'
import type { Write } from './step.ts'

/** The lock under which the bookings of a table are checked. */
export const bookingsOf = (table: string): string => `bookings:${table}`

/** An edit that may move a booking; an added row has nothing to lock before its bookings are checked. */
function movesBooking({ model, request }: Write, prepared: readonly PreparedRow[]): boolean {
  if (request.operation !== 'edit') return false
  const keys = (model.entity.exclusive ?? []).flatMap(({ one, from, to }) => [one, from, to])
  return prepared.some(({ row }) => keys.some((key) => Object.hasOwn(row, key)))
}

/**
 * Hold every name that this write needs before its first row is locked: who locked rows and only then waited for a name
 * could wait for somebody who holds the name and waits for the rows.
 */
export async function holdFirst(write: Write, prepared: readonly PreparedRow[]): Promise<void> {
  const { writers, model, context } = write
  if (model.entity.tree) await context.lock(`tree:${model.table}`)
  const rows = prepared.map(({ id, row }) => (id === undefined ? row : { ...row, id }))
  const names = new Set((await writers.rules[model.name]?.locks?.(context, rows)) ?? [])
  for (const name of [...names].sort()) await context.lock(name)
  if (movesBooking(write, prepared)) await context.lock(bookingsOf(model.table))
}
