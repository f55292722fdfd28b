import { Conflict, Refused, type EditedRow, type FoundRow, type Guard, type Tx } from '../../../../engine/server/index.ts'
import { serverEdit, type InspectionContext } from './rows.ts'
import { later, secondsBetween } from './times.ts'
import { helpTaker } from '../shared/help-taker.ts'
import { momentOf } from '../../../teaching/moment.ts'
import { CANCELLED, SOLVED, WAITING } from '../../../../schemas/teaching/help-states.ts'

/** How long to wait for a person who took a request (seconds). */
const LEASE = 600

export type OpenHelp = FoundRow<'helpRequest'>

const guard: Guard<'helpRequest'> = { when: { status: WAITING }, otherwise: '该求助已处理！' }

/** Write to a request while it is open. */
const editOpen = (context: InspectionContext, row: EditedRow<'helpRequest'>) =>
  context.engine.write({ ...serverEdit(context), entity: 'helpRequest', rows: [row], guard }, context.tx)

export type HelpPlace = { readonly [K in 'experiGroupId' | 'inspectionId' | 'facilityId' | 'stuId']?: string | null }

/** The key of a request's place: students who share a device ask once; without a device each student asks separately. */
export const openKeyOf = ({ experiGroupId, inspectionId, facilityId, stuId }: HelpPlace): string =>
  [experiGroupId, inspectionId, facilityId || stuId].map((id) => id ?? '').join(' ')

/** Wait until nobody else is changing a request; anything read of it before may be out of date. */
export const awaitTurn = ({ engine, tx }: InspectionContext, id: string): Promise<void> => engine.db.lock(tx, `help ${id}`)

/** The last request made for a result. */
export async function lastHelp(tx: Tx, resultId: string): Promise<string> {
  const rows = tx.selectFrom('bh_help_request').select('id').where('inspection_result_id', '=', resultId)
  return (await rows.orderBy('create_time', 'desc').orderBy('id', 'desc').executeTakeFirst())?.id ?? ''
}

/** A student who cancels this many requests for one result within this many seconds is not asking for help. */
const MOST_CANCELLED = 10
const CANCELLED_WITHIN = 600

/** Every request rings for all markers, so a student who keeps asking and cancelling has to wait. */
export async function refuseOften({ engine, tx }: InspectionContext, resultId: string): Promise<void> {
  const rows = await tx
    .selectFrom('bh_help_request')
    .select('id')
    .where('inspection_result_id', '=', resultId)
    .where('status', '=', CANCELLED)
    .where('create_time', '>', later(engine.now(), -CANCELLED_WITHIN))
    .limit(MOST_CANCELLED)
    .execute()
  if (rows.length === MOST_CANCELLED) throw new Refused('求助过于频繁，请稍后再试！')
}

/** The open request of a place. */
export async function openHelp(tx: Tx, place: string): Promise<string> {
  const row = await tx.selectFrom('bh_help_request').select('id').where('open_key', '=', place).executeTakeFirst()
  return row?.id ?? ''
}

/** Throw if somebody else is on the way. */
export function refuseTaken({ engine, actor }: InspectionContext, help: OpenHelp): void {
  const holder = helpTaker(help, momentOf(engine.now()))
  if (holder && holder.id !== actor.id)
    throw new Conflict(`${holder.name}正在处理该求助！`, { holder, until: momentOf(help.takenUntil ?? '') })
}

/** Take an open request; a colleague may take over when the time runs out. */
export function takeHelpRow(context: InspectionContext, help: OpenHelp) {
  const now = context.engine.now()
  return editOpen(context, { id: help.id, takerId: context.actor.id, takeTime: now, takenUntil: later(now, LEASE) })
}

/** Give an open request back to the queue. */
export const returnHelpRow = (context: InspectionContext, help: OpenHelp) =>
  editOpen(context, { id: help.id, takerId: null, takeTime: null, takenUntil: null })

/** Close a request, so that its place may ask again. */
export function closeHelp(context: InspectionContext, id: string, status: typeof SOLVED | typeof CANCELLED) {
  const solved = status === SOLVED ? { solverId: context.actor.id, solveTime: context.engine.now() } : {}
  return editOpen(context, { id, status, openKey: null, takenUntil: null, ...solved })
}

/** A request as the help queue shows it. */
export const withWait = (help: OpenHelp, now: string) => ({ ...help, waitSeconds: secondsBetween(help.createTime, now) })
