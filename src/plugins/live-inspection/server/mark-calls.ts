import { Refused, type CallContext, type CallParams } from '../../../../engine/server/index.ts'
import { note } from './audit-note.ts'
import { lastMarks } from './last-marks.ts'
import { ownResult, serverEdit, workOf } from './rows.ts'

/** The kit number is stored on the seat, which is locked for everything else once there are results; all results at that seat show it. */
async function updateTjh(context: CallContext<CallParams<'inspectionResult', 'updateTjh'>>) {
  const { params } = context
  return context.once(async (tx) => {
    const work = workOf(context, tx)
    const { seatId, courseId, experiGroupId, stuId } = await ownResult(work, params.inspectionResultId)
    if (!seatId) throw new Refused('该学生没有座位，不能修改套件号！')
    const { engine, actor } = work
    const rows = [{ id: seatId, tjh: params.tjh }]
    await engine.write({ entity: 'seat', operation: 'edit', rows, actor, unlocked: 'all', guard: 'none' }, tx)
    engine.announce(tx, { topic: `course:${courseId ?? ''}`, cmd: 'kit', body: { experiGroupId, stuId, tjh: params.tjh } })
    return { result: params.tjh }
  })
}

/** Undo one's own last mark of a row, if nobody has changed it since. */
async function undoMark(context: CallContext<CallParams<'inspectionResult', 'undoMark'>>) {
  const { params } = context
  return context.once(async (tx) => {
    const work = workOf(context, tx)
    const row = await ownResult(work, params.id)
    const mark = (await lastMarks(work, [row])).get(row.id)
    if (!mark || 'why' in mark) throw new Refused(mark?.why ?? '')
    const rows = [{ id: row.id, version: row.version, ...mark.before }]
    await work.engine.write({ ...serverEdit(work), entity: 'inspectionResult', rows, waive: ['score'] }, tx)
    const undone = await ownResult(work, row.id)
    await note(work, undone, { operation: 'undo', changes: {} })
    return { result: undone }
  })
}

export const markCalls = { updateTjh, undoMark }
