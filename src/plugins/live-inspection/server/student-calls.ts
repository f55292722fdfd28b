import { Refused, type CallContext, type CallParams } from '../../../../engine/server/index.ts'
import { awaitTurn, CANCELLED, closeHelp, openHelp, openKeyOf, refuseOften, WAITING } from './help-rows.ts'
import { ABSENT, MADE_UP } from './mark-kinds.ts'
import { helpOf } from './my-help.ts'
import { ownResult, serverEdit, workOf, type Result, type InspectionContext } from './rows.ts'

/** Every submission keeps its photos for the marker's look back: more than these would fill the disk, not help the marker. */
const MOST_SUBMISSIONS = 30

/** Who was absent may make it up, whatever score the absence has; that score stands until the result is scored anew. */
const untilScored = { when: { anyOf: [{ submitStatus: [0, 1] }, { attendance: ABSENT }] }, otherwise: '已评分，不能再提交！' }

/** Students still see their results after a course is withdrawn, but cannot do anything more in a course that they cannot see. */
async function refuseWithdrawn({ engine, actor, tx }: InspectionContext, { courseId }: Result): Promise<void> {
  if (!(await engine.find('course', courseId ?? '', actor, tx))) throw new Refused('课程已撤销发布，不能再提交或求助！')
}

/** Hand in photos for one's own result; again and again until it is scored for what was handed in. */
async function submit(context: CallContext<CallParams<'inspectionResult', 'submit'>>) {
  const { params } = context
  return context.once(async (tx) => {
    const work = workOf(context, tx)
    const row = await ownResult(work, params.id)
    if (row.stuId !== context.actor.id) throw new Refused('只能提交自己的考察结果！')
    await refuseWithdrawn(work, row)
    const { filePaths } = params
    const submitCount = row.submitCount + 1
    if (submitCount > MOST_SUBMISSIONS) throw new Refused('提交次数过多，请联系教师！')
    const madeUp = row.attendance === ABSENT ? ({ attendance: MADE_UP } as const) : {}
    const handedIn = { id: row.id, filePaths, submitStatus: 1, submitTime: work.engine.now(), submitCount, ...madeUp } as const
    await work.engine.write({ ...serverEdit(work), entity: 'inspectionResult', rows: [handedIn], guard: untilScored }, tx)
    return { result: await ownResult(work, params.id) }
  }, `submit ${params.id}`)
}

/** A new request at the place of a result. */
async function ask(work: InspectionContext, result: Result, content: string | null): Promise<string> {
  const { engine, actor, tx } = work
  await refuseOften(work, result.id)
  const { courseId, experiId, experiGroupId, inspectionId, stuId, seatId, facilityId } = result
  const place = { courseId, experiId, experiGroupId, inspectionId, stuId, seatId, facilityId }
  const rows = [{ ...place, inspectionResultId: result.id, content, status: WAITING, openKey: openKeyOf(result) }]
  const [added] = await engine.write({ entity: 'helpRequest', operation: 'add', rows, actor, fields: 'all', scope: 'none' }, tx)
  return added?.id ?? ''
}

/** Everything about the requests of a result's place waits for its turn, so that pressed twice it is asked once. */
function atPlace<T extends { result?: unknown }>(
  context: CallContext<{ readonly id: string }>,
  act: (work: InspectionContext, result: Result) => Promise<T>,
) {
  return context.once(async (tx) => {
    const work = workOf(context, tx)
    const result = await ownResult(work, context.params.id)
    if (result.stuId !== context.actor.id) throw new Refused('只能为自己求助！')
    await work.engine.db.lock(tx, `help ${openKeyOf(result)}`)
    return act(work, result)
  })
}

/** Ask for help at one's own bench; a request that is open there already is the answer. */
const help = (context: CallContext<CallParams<'inspectionResult', 'help'>>) =>
  atPlace(context, async (work, result) => {
    await refuseWithdrawn(work, result)
    const open = (await openHelp(work.tx, openKeyOf(result))) || (await ask(work, result, context.params.content))
    return { result: await helpOf(work, open) }
  })

/** Where nothing is open there is nothing to cancel: the cancellation may come before the request, or twice. */
const cancelHelp = (context: CallContext<CallParams<'inspectionResult', 'cancelHelp'>>) =>
  atPlace(context, async (work, result) => {
    const place = openKeyOf(result)
    const open = await openHelp(work.tx, place)
    if (open === '') return {}
    await awaitTurn(work, open)
    if ((await openHelp(work.tx, place)) === open) await closeHelp(work, open, CANCELLED)
    return {}
  })

export const studentCalls = { submit, help, cancelHelp }
