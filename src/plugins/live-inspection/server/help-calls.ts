import { NotFound, Refused, type CallContext, type CallParams } from '../../../../engine/server/index.ts'
import {
  awaitTurn,
  closeHelp,
  lastHelp,
  openHelp,
  openKeyOf,
  refuseTaken,
  returnHelpRow,
  takeHelpRow,
  withWait,
  type OpenHelp,
} from './help-rows.ts'
import { ownInspectionRow, inspectionContext, type InspectionContext } from './rows.ts'
import { CANCELLED, SOLVED, WAITING } from '../../../../schemas/teaching/help-states.ts'

/** Query parameters that are texts. */
function queryOf({ request }: CallContext<unknown>): Record<string, string> {
  const { query } = request
  if (typeof query !== 'object' || query === null) return {}
  return Object.fromEntries(
    Object.entries(query).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value.replaceAll('\0', '')]] : [])),
  )
}

/** The waiting requests, the oldest first. */
async function helpList(call: CallContext<unknown>) {
  const { engine, actor } = call
  const page = await engine.list({ entity: 'helpRequest', list: 'open', query: queryOf(call), actor })
  const now = engine.now()
  return { result: { ...page, records: page.records.map((row) => withWait(row, now)) } }
}

type HelpCall = CallContext<CallParams<'inspectionResult', 'takeHelp'>>

/** Change a request of one's own courses, one at a time; answers it as the queue shows it. */
function withHelp(call: HelpCall, change: (context: InspectionContext, help: OpenHelp) => Promise<unknown>) {
  const { id } = call.params
  return call.once(async (tx) => {
    const context = inspectionContext(call, tx)
    const help = await ownInspectionRow(context, 'helpRequest', id)
    await change(context, help)
    return { result: withWait(await ownInspectionRow(context, 'helpRequest', id), context.engine.now()) }
  }, `help ${id}`)
}

const closed = '该求助已处理！'

const refuseClosed = (help: OpenHelp): void => {
  if (help.status !== WAITING) throw new Refused(closed)
}

/** Go to a request, so that no colleague goes too. */
const takeHelp = (call: HelpCall) =>
  withHelp(call, async (context, help) => {
    refuseClosed(help)
    refuseTaken(context, help)
    await takeHelpRow(context, help)
  })

/** Return a request to the queue. */
const returnHelp = (call: HelpCall) =>
  withHelp(call, async (context, help) => {
    refuseClosed(help)
    refuseTaken(context, help)
    await returnHelpRow(context, help)
  })

/** Solving a request twice is no error. */
const solveHelp = (call: HelpCall) =>
  withHelp(call, async (context, help) => {
    if (help.status === SOLVED) return
    refuseClosed(help)
    await closeHelp(context, help.id, SOLVED)
  })

/** The request that an id stands for: its own, or the open one of the result's place, or if none is open, the last one of the result. */
async function helpMeant(context: InspectionContext, id: string): Promise<string> {
  const { engine, actor, tx } = context
  if (await engine.find('helpRequest', id, actor, tx)) return id
  const result = await engine.find('inspectionResult', id, actor, tx)
  if (!result) throw new NotFound()
  const help = (await openHelp(tx, openKeyOf(result))) || (await lastHelp(tx, id))
  if (help === '') throw new Refused(closed)
  return help
}

/** Solve or cancel the open request of a result, or one given by its own id; doing it twice is no error. */
async function updateInspectionResultSubmitStatus(call: CallContext<CallParams<'inspectionResult', 'updateInspectionResultSubmitStatus'>>) {
  const { params } = call
  const status = params.submitStatus === SOLVED ? SOLVED : CANCELLED
  return call.once(async (tx) => {
    const context = inspectionContext(call, tx)
    const id = await helpMeant(context, params.inspectionResultId)
    await awaitTurn(context, id)
    const help = await ownInspectionRow(context, 'helpRequest', id)
    if (help.status === status) return {}
    refuseClosed(help)
    await closeHelp(context, help.id, status)
    return {}
  })
}

export const helpCalls = { helpList, takeHelp, solveHelp, returnHelp, updateInspectionResultSubmitStatus }
