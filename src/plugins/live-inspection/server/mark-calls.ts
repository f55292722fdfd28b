import { Refused, type CallContext, type CallParams } from '../../../../engine/server/index.ts'
import { note } from './audit-note.ts'
import { lastMarks } from './last-marks.ts'
import { ownResult, serverEdit, inspectionContext } from './rows.ts'

/** The kit number is stored on the seat, which is locked for everything else once there are results; all results at that seat show it. */
async function updateTjh(call: CallContext<CallParams<'inspectionResult', 'updateTjh'>>) {
  const { params } = call
  return call.once(async (tx) => {
    const context = inspectionContext(call, tx)
    const { seatId, courseId, experiGroupId, stuId } = await ownResult(context, params.inspectionResultId)
    if (!seatId) throw new Refused('该学生没有座位，不能修改套件号！')
    const { engine, actor } = context
    const rows = [{ id: seatId, tjh: params.tjh }]
    await engine.write({ entity: 'seat', operation: 'edit', rows, actor, unlocked: 'all', guard: 'none' }, tx)
    const body = { experiGroupId: experiGroupId ?? '', stuId: stuId ?? '', tjh: params.tjh }
    engine.announce(tx, { topic: `course:${courseId ?? ''}`, cmd: 'kit', body })
    return { result: params.tjh }
  })
}

/** Undo one's own last mark of a row, if nobody has changed it since. */
async function undoMark(call: CallContext<CallParams<'inspectionResult', 'undoMark'>>) {
  const { params } = call
  return call.once(async (tx) => {
    const context = inspectionContext(call, tx)
    const row = await ownResult(context, params.id)
    const mark = (await lastMarks(context, [row])).get(row.id)
    if (!mark || 'why' in mark) throw new Refused(mark?.why ?? '')
    const rows = [{ id: row.id, version: row.version, ...mark.before }]
    await context.engine.write({ ...serverEdit(context), entity: 'inspectionResult', rows, waive: ['score'] }, tx)
    const undone = await ownResult(context, row.id)
    await note(context, undone, { operation: 'undo', changes: {} })
    return { result: undone }
  })
}

export const markCalls = { updateTjh, undoMark }
