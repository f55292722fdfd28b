import { Refused, type CallContext, type CallParams, type Guard } from '../../../../engine/server/index.ts'
import { awaitTurn, CANCELLED, closeHelp, openHelp, openKeyOf, refuseOften, WAITING } from './help-rows.ts'
import { ABSENT, MADE_UP } from './mark-kinds.ts'
import { helpOf } from './my-help.ts'
import { ownResult, serverEdit, workOf, type Result, type InspectionContext } from './rows.ts'

/** Every submission keeps its photos, so that the marker can look back; more than these would fill the disk without helping the marker. */
const MOST_SUBMISSIONS = 30

/** An absent student may make it up, even if the absence has a score; that score stays until the result is scored again. */
const untilScored: Guard<'inspectionResult'> = {
  when: { anyOf: [{ submitStatus: [0, 1] }, { attendance: ABSENT }] },
  otherwise: '已评分，不能再提交！',
}

/** After a course is withdrawn, students still see their results but cannot do anything in it. */
async function refuseWithdrawn({ engine, actor, tx }: InspectionContext, { courseId }: Result): Promise<void> {
  if (!(await engine.find('course', courseId ?? '', actor, tx))) throw new Refused('课程已撤销发布，不能再提交或求助！')
}

/** Submit photos for one's own result, as often as wanted until the submission is scored. */
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

/** Adds a request at the place of a result. */
async function ask(work: InspectionContext, result: Result, content: string | null): Promise<string> {
  const { engine, actor, tx } = work
  await refuseOften(work, result.id)
  const { courseId, experiId, experiGroupId, inspectionId, stuId, seatId, facilityId } = result
  const place = { courseId, experiId, experiGroupId, inspectionId, stuId, seatId, facilityId }
  const rows = [{ ...place, inspectionResultId: result.id, content, status: WAITING, openKey: openKeyOf(result) }]
  const [added] = await engine.write({ entity: 'helpRequest', operation: 'add', rows, actor, fields: 'all', scope: 'none' }, tx)
  return added?.id ?? ''
}

/** Requests of one place are handled one at a time, so that pressing twice asks once. */
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

/** Ask for help at one's own bench; if a request is already open there, it is the answer. */
const help = (context: CallContext<CallParams<'inspectionResult', 'help'>>) =>
  atPlace(context, async (work, result) => {
    await refuseWithdrawn(work, result)
    const open = (await openHelp(work.tx, openKeyOf(result))) || (await ask(work, result, context.params.content))
    return { result: await helpOf(work, open) }
  })

/** If nothing is open, there is nothing to cancel: the cancellation may arrive before the request, or twice. */
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
