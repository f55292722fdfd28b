import { Refused, type CallContext, type CallParams, type Guard } from '../../../../engine/server/index.ts'
import { awaitTurn, closeHelp, openHelp, openKeyOf, refuseOften } from './help-rows.ts'
import { helpOf } from './my-help.ts'
import { ownResult, serverEdit, inspectionContext, type Result, type InspectionContext } from './rows.ts'
import { CANCELLED, WAITING } from '../../../../schemas/teaching/help-states.ts'
import { ABSENT, MADE_UP, NOT_SUBMITTED, SUBMITTED } from '../../../../schemas/teaching/submission-states.ts'

/** Every submission keeps its photos, so that the marker can look back; more than these would fill the disk without helping the marker. */
const MOST_SUBMISSIONS = 30

/** An absent student may make it up, even if the absence has a score; that score stays until the result is scored again. */
const untilScored: Guard<'inspectionResult'> = {
  when: { anyOf: [{ submitStatus: [NOT_SUBMITTED, SUBMITTED] }, { attendance: ABSENT }] },
  otherwise: '已评分，不能再提交！',
}

/** After a course is withdrawn, students still see their results but cannot do anything in it. */
async function refuseWithdrawn({ engine, actor, tx }: InspectionContext, { courseId }: Result): Promise<void> {
  if (!(await engine.find('course', courseId ?? '', actor, tx))) throw new Refused('课程已撤销发布，不能再提交或求助！')
}

/** Submit photos for one's own result, as often as wanted until the submission is scored. */
async function submit(call: CallContext<CallParams<'inspectionResult', 'submit'>>) {
  const { params } = call
  return call.once(async (tx) => {
    const context = inspectionContext(call, tx)
    const row = await ownResult(context, params.id)
    if (row.stuId !== call.actor.id) throw new Refused('只能提交自己的考察结果！')
    await refuseWithdrawn(context, row)
    const { filePaths } = params
    const submitCount = row.submitCount + 1
    if (submitCount > MOST_SUBMISSIONS) throw new Refused('提交次数过多，请联系教师！')
    const madeUp = row.attendance === ABSENT ? ({ attendance: MADE_UP } as const) : {}
    const handedIn = { id: row.id, filePaths, submitStatus: SUBMITTED, submitTime: context.engine.now(), submitCount, ...madeUp } as const
    await context.engine.write({ ...serverEdit(context), entity: 'inspectionResult', rows: [handedIn], guard: untilScored }, tx)
    return { result: await ownResult(context, params.id) }
  }, `submit ${params.id}`)
}

/** Adds a request at the place of a result. */
async function ask(context: InspectionContext, result: Result, content: string | null): Promise<string> {
  const { engine, actor, tx } = context
  await refuseOften(context, result.id)
  const { courseId, experiId, experiGroupId, inspectionId, stuId, seatId, facilityId } = result
  const place = { courseId, experiId, experiGroupId, inspectionId, stuId, seatId, facilityId }
  const rows = [{ ...place, inspectionResultId: result.id, content, status: WAITING, openKey: openKeyOf(result) }]
  const [added] = await engine.write({ entity: 'helpRequest', operation: 'add', rows, actor, fields: 'all', scope: 'none' }, tx)
  return added?.id ?? ''
}

/** Requests of one place are handled one at a time, so that pressing twice asks once. */
function atPlace<T extends { result?: unknown }>(
  call: CallContext<{ readonly id: string }>,
  act: (context: InspectionContext, result: Result) => Promise<T>,
) {
  return call.once(async (tx) => {
    const context = inspectionContext(call, tx)
    const result = await ownResult(context, call.params.id)
    if (result.stuId !== call.actor.id) throw new Refused('只能为自己求助！')
    await context.engine.db.lock(tx, `help ${openKeyOf(result)}`)
    return act(context, result)
  })
}

/** Ask for help at one's own bench; if a request is already open there, it is the answer. */
const help = (call: CallContext<CallParams<'inspectionResult', 'help'>>) =>
  atPlace(call, async (context, result) => {
    await refuseWithdrawn(context, result)
    const open = (await openHelp(context.tx, openKeyOf(result))) || (await ask(context, result, call.params.content))
    return { result: await helpOf(context, open) }
  })

/** If nothing is open, there is nothing to cancel: the cancellation may arrive before the request, or twice. */
const cancelHelp = (call: CallContext<CallParams<'inspectionResult', 'cancelHelp'>>) =>
  atPlace(call, async (context, result) => {
    const place = openKeyOf(result)
    const open = await openHelp(context.tx, place)
    if (open === '') return {}
    await awaitTurn(context, open)
    if ((await openHelp(context.tx, place)) === open) await closeHelp(context, open, CANCELLED)
    return {}
  })

export const studentCalls = { submit, help, cancelHelp }
