import { NotFound, Refused, type CallContext, type CallParams } from '../../../../engine/server/index.ts'
import {
  awaitTurn,
  CANCELLED,
  closeHelp,
  lastHelp,
  openHelp,
  openKeyOf,
  refuseTaken,
  returnHelpRow,
  SOLVED,
  takeHelpRow,
  withWait,
  WAITING,
  type OpenHelp,
} from './help-rows.ts'
import { ownInspectionRow, workOf, type InspectionContext } from './rows.ts'

/** Query parameters that are texts. */
function queryOf({ request }: CallContext<unknown>): Record<string, string> {
  const { query } = request
  if (typeof query !== 'object' || query === null) return {}
  return Object.fromEntries(
    Object.entries(query).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value.replaceAll('\0', '')]] : [])),
  )
}

/** The waiting requests, the oldest first. */
async function helpList(context: CallContext<unknown>) {
  const { engine, actor } = context
  const page = await engine.list({ entity: 'helpRequest', list: 'open', query: queryOf(context), actor })
  const now = engine.now()
  return { result: { ...page, records: page.records.map((row) => withWait(row, now)) } }
}

type HelpContext = CallContext<CallParams<'inspectionResult', 'takeHelp'>>

/** Change a request of one's own courses, one at a time; answers it as the queue shows it. */
function withHelp(context: HelpContext, change: (work: InspectionContext, help: OpenHelp) => Promise<unknown>) {
  const { id } = context.params
  return context.once(async (tx) => {
    const work = workOf(context, tx)
    const help = await ownInspectionRow(work, 'helpRequest', id)
    await change(work, help)
    return { result: withWait(await ownInspectionRow(work, 'helpRequest', id), work.engine.now()) }
  }, `help ${id}`)
}

const closed = '该求助已处理！'

const refuseClosed = (help: OpenHelp): void => {
  if (help.status !== WAITING) throw new Refused(closed)
}

/** Go to a request, so that no colleague goes too. */
const takeHelp = (context: HelpContext) =>
  withHelp(context, async (work, help) => {
    refuseClosed(help)
    refuseTaken(work, help)
    await takeHelpRow(work, help)
  })

/** Return a request to the queue. */
const returnHelp = (context: HelpContext) =>
  withHelp(context, async (work, help) => {
    refuseClosed(help)
    refuseTaken(work, help)
    await returnHelpRow(work, help)
  })

/** Solving a request twice is no error. */
const solveHelp = (context: HelpContext) =>
  withHelp(context, async (work, help) => {
    if (help.status === SOLVED) return
    refuseClosed(help)
    await closeHelp(work, help.id, SOLVED)
  })

/** The request that an id stands for: its own, or the open one of the result's place, or if none is open, the last one of the result. */
async function helpMeant(work: InspectionContext, id: string): Promise<string> {
  const { engine, actor, tx } = work
  if (await engine.find('helpRequest', id, actor, tx)) return id
  const result = await engine.find('inspectionResult', id, actor, tx)
  if (!result) throw new NotFound()
  const help = (await openHelp(tx, openKeyOf(result))) || (await lastHelp(tx, id))
  if (help === '') throw new Refused(closed)
  return help
}

/** Solve or cancel the open request of a result, or one given by its own id; doing it twice is no error. */
async function updateInspectionResultSubmitStatus(
  context: CallContext<CallParams<'inspectionResult', 'updateInspectionResultSubmitStatus'>>,
) {
  const { params } = context
  const status = params.submitStatus === SOLVED ? SOLVED : CANCELLED
  return context.once(async (tx) => {
    const work = workOf(context, tx)
    const id = await helpMeant(work, params.inspectionResultId)
    await awaitTurn(work, id)
    const help = await ownInspectionRow(work, 'helpRequest', id)
    if (help.status === status) return {}
    refuseClosed(help)
    await closeHelp(work, help.id, status)
    return {}
  })
}

export const helpCalls = { helpList, takeHelp, solveHelp, returnHelp, updateInspectionResultSubmitStatus }
