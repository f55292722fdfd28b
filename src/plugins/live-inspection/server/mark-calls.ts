import type { WireRow } from '../../../../engine/schema/index.ts'
import { Refused, type CallContext } from '../../../../engine/server/index.ts'
import { number, text } from '../../../cells.ts'
import { note } from './audit-note.ts'
import { ownResult, setRow, workOf, type Work } from './rows.ts'

/** The kit number stands on the seat, which is locked for everything else once there are results; all results at that seat show it. */
async function updateTjh(context: CallContext) {
  const { params } = context
  return context.once(async (tx) => {
    const work = workOf(context, tx)
    const { seatId, courseId, experiGroupId, stuId } = await ownResult(work, params.inspectionResultId)
    if (text(seatId) === '') throw new Refused('该学生没有座位，不能修改套件号！')
    const { engine, actor } = work
    const rows = [{ id: seatId, tjh: params.tjh }]
    await engine.write({ entity: 'seat', operation: 'edit', rows, actor, unlocked: 'all', guard: 'none' }, tx)
    engine.announce(tx, { topic: `course:${text(courseId)}`, cmd: 'kit', body: { experiGroupId, stuId, tjh: params.tjh } })
    return { result: params.tjh }
  })
}

const marked = ['score', 'inspectionCommentId', 'comment', 'bz', 'submitStatus', 'markerId', 'markTime'] as const

/** What the marked fields held before the last change of the row, if that was this marker's mark and still stands. */
async function lastMark({ tx, engine, actor }: Work, row: WireRow): Promise<WireRow> {
  const [last, before] = await tx
    .selectFrom('sys_audit')
    .select(['version', 'operation', 'actor_id', 'changes'])
    .where('table_name', '=', engine.model('inspectionResult').table)
    .where('row_id', '=', text(row.id))
    .where('version', '=', number(row.version))
    .where('operation', 'in', ['edit', 'undo'])
    .limit(2)
    .execute()
  const changes: Record<string, readonly [unknown, unknown]> = JSON.parse(text(last?.changes) || '{}')
  if (!last || before || !marked.some((key) => changes[key])) throw new Refused('该结果已被修改，不能撤销！')
  if (last.actor_id !== actor.id) throw new Refused('只能撤销自己最近一次的评分！')
  return Object.fromEntries(marked.flatMap((key) => (changes[key] ? [[key, changes[key][0]]] : [])))
}

/** Take back one's own last mark of a row, while nobody has changed it since. */
async function undoMark(context: CallContext) {
  const { actor, params } = context
  return context.once(async (tx) => {
    const work = workOf(context, tx)
    const row = await ownResult(work, params.id)
    if (row.markerId !== actor.id) throw new Refused('只能撤销自己最近一次的评分！')
    const before = await lastMark(work, row)
    await setRow(work, 'inspectionResult', { id: row.id, version: row.version, ...before }, { waive: ['score'] })
    const undone = await ownResult(work, row.id)
    await note(work, undone, { operation: 'undo', changes: {} })
    return { result: undone }
  })
}

export const markCalls = { updateTjh, undoMark }
