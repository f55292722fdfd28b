import { isReference } from '../../../fields/structure.ts'
import { sql } from 'kysely'
import type { AnyEntity } from '../../../schema/index.ts'
import { chunksOf } from '../../chunks.ts'
import type { Model, Tx } from '../../contract.ts'
import { snakeCase } from '../../model/model.ts'
import { textOf } from '../../text-of.ts'
import type { Draft } from '../drafts/draft.ts'
import type { PreparedRow } from '../drafts/prepare-rows.ts'
import { storedRows } from '../statements/stored-rows.ts'
import type { Write } from '../step.ts'

type Rule = NonNullable<AnyEntity['exclusive']>[number]

/** The lock under which the bookings of a table are checked. */
const bookingsOf = (table: string): string => `bookings:${table}`

/** Whether the edit may move a booking; an added row has nothing to lock before its bookings are checked. */
function movesBooking({ model, request }: Write, prepared: readonly PreparedRow[]): boolean {
  if (request.operation !== 'edit') return false
  const keys = (model.entity.exclusive ?? []).flatMap(({ one, from, to }) => [one, from, to])
  return prepared.some(({ row }) => keys.some((key) => Object.hasOwn(row, key)))
}

/** Lock the bookings of the table before any rows that may move among them. */
export async function holdBookings(write: Write, prepared: readonly PreparedRow[]): Promise<void> {
  if (movesBooking(write, prepared)) await write.ruleContext.lock(bookingsOf(write.model.table))
}

interface Booking {
  readonly id: string
  readonly one: string
  readonly from: string
  readonly to: string
  /** The id of the row that names the booking, if the rule says which. */
  readonly named: string
  /** Its own label, if it is part of the same request and not stored yet. */
  readonly name: string
}

function bookingOf(draft: Draft, rule: Rule, label: string): Booking | undefined {
  const { after } = draft
  const [one, from, to] = [rule.one, rule.from, rule.to].map((key) => textOf(after?.[key]))
  if (!one || !from || !to) return undefined
  return {
    id: draft.id,
    one,
    from,
    to,
    named: rule.named ? textOf(after?.[rule.named]) : '',
    name: rule.named ? '' : textOf(after?.[label]),
  }
}

/** Stored bookings of the same resources that begin before the last end and end after the first begin. */
async function storedBookings(tx: Tx, model: Model, rule: Rule, asked: readonly Booking[]): Promise<Booking[]> {
  const column = (key: string) => sql.ref(`t.${snakeCase(key)}`)
  const first = asked.reduce((least, { from }) => (from < least ? from : least), asked[0]?.from ?? '')
  const last = asked.reduce((most, { to }) => (to > most ? to : most), '')
  const found: Booking[] = []
  const bin = model.binned ? sql` and t.del_flag = 0` : sql``
  for (const ones of chunksOf([...new Set(asked.map(({ one }) => one))])) {
    const { rows } = await sql<Booking>`select ${sql.ref(`t.${model.idColumn}`)} as id, ${column(rule.one)} as one,
      ${column(rule.from)} as ${sql.ref('from')}, ${column(rule.to)} as ${sql.ref('to')}, ${rule.named ? column(rule.named) : sql`''`} as named, '' as name
      from ${sql.table(model.table)} as t where ${column(rule.one)} in (${sql.join(ones)})
      and ${column(rule.from)} < ${last} and ${column(rule.to)} > ${first}${bin}`.execute(tx)
    found.push(...rows)
  }
  return found
}

/** The message, followed by the name of the other booking; a booking that the writer may not see is not named. */
async function sentenceOf({ context, tx, model, request }: Write, rule: Rule, booking: Booking): Promise<string> {
  const field = rule.named === undefined ? undefined : model.entity.fields[rule.named]
  const points = isReference(field) && field.key === undefined
  const target = points ? context.engine.model(field.to) : model
  const id = points ? booking.named : booking.id
  const key = points ? field.show : model.entity.label
  const row = (await storedRows(context, tx, { model: target, ids: [id], actor: request.actor })).get(id)
  const name = row ? textOf(row[key]) : booking.name
  return name === '' ? rule.message : `${rule.message}：${name}`
}

const overlap = (a: Booking, b: Booking): boolean => a.id !== b.id && a.one === b.one && a.from < b.to && b.from < a.to

interface Claims {
  readonly drafts: readonly Draft[]
  /** Rows whose booking is new or moves. */
  readonly touched: readonly Draft[]
  readonly stored: readonly Booking[]
}

/**
 * Check one row after another, against stored bookings and the rows before it. A refused row keeps its old time, so rows that relied
 * on its moving are checked again.
 */
async function refuseOverlaps(write: Write, rule: Rule, { drafts, touched, stored }: Claims): Promise<void> {
  const { label } = write.model.entity
  const bookings = (some: readonly Draft[]): Booking[] => some.flatMap((draft) => bookingOf(draft, rule, label) ?? [])
  const moving = new Set(touched)
  const refused = new Set<Draft>()
  for (let before = -1; before < refused.size;) {
    before = refused.size
    const gone = new Set(drafts.filter((draft) => !refused.has(draft)).map(({ id }) => id))
    const taken = Map.groupBy(
      [...stored.filter(({ id }) => !gone.has(id)), ...bookings(drafts.filter((draft) => !moving.has(draft)))],
      ({ one }) => one,
    )
    for (const draft of touched.filter((one) => !refused.has(one))) {
      const [booking] = bookings([draft])
      if (!booking) continue
      const others = taken.get(booking.one) ?? []
      const other = others.find((one) => overlap(one, booking))
      if (other) {
        draft.refuse(await sentenceOf(write, rule, other), rule.one)
        refused.add(draft)
      } else taken.set(booking.one, [...others, booking])
    }
  }
}

/**
 * Refuse rows whose resource is taken at that time, by a stored row or by an earlier one of the same set. The table's bookings stay
 * locked until the commit, so that two writers cannot both pass.
 */
export async function checkExclusive(write: Write, drafts: readonly Draft[]): Promise<void> {
  const { tx, model, ruleContext } = write
  for (const rule of model.entity.exclusive ?? []) {
    const keys = [rule.one, rule.from, rule.to]
    const touched = drafts.filter((draft) => !draft.before || keys.some((key) => draft.changed.includes(key)))
    const bookings = touched.flatMap((draft) => bookingOf(draft, rule, model.entity.label) ?? [])
    if (!bookings.length) continue
    await ruleContext.lock(bookingsOf(model.table))
    const stored = await storedBookings(tx, model, rule, bookings)
    await refuseOverlaps(write, rule, { drafts, touched, stored })
  }
}
