import { holds } from '../../../../engine/schema/index.ts'
import { Conflict, NotFound, Refused, type CallContext, type CallParams } from '../../../../engine/server/index.ts'
import { sql, type SqlBool } from 'kysely'
import type { MarkPlan, Seen } from '../wire.ts'
import { noteAll } from './audit-note.ts'
import { lastMarks } from './last-marks.ts'
import { markKind, whyNot } from './mark-kinds.ts'
import { markedRows, markedRowsById, type MarkedRow } from './marked-rows.ts'
import { placeSql } from './place-sql.ts'
import { inspectionContext, type InspectionContext } from './rows.ts'

/** The most results marked at once. */
const MOST = 1000

const visibleTo = ({ engine, actor }: Pick<InspectionContext, 'engine' | 'actor'>) =>
  sql<SqlBool>`${engine.visible(engine.model('inspectionResult'), actor)}`

/**
 * What marking a place would write: the results with their new values, and the skipped ones with the reason. Results beyond the
 * most that can be marked at once are only counted; they come when these are marked.
 */
async function planMarks(call: CallContext<CallParams<'inspectionResult', 'planMarks'>>) {
  const { engine, actor, params } = call
  const kind = markKind(params)
  const values = kind.values(params)
  const student = params.stuId ?? ''
  const where = [...placeSql(call), ...(student === '' ? [] : [sql<SqlBool>`t.stu_id = ${student}`])]
  const found = await markedRows({ engine, db: engine.db.read, actor }, where)
  const candidates = found.filter((row) => holds(kind.about, row)).map((row) => ({ ...row, why: whyNot(kind, row) }))
  const marked = candidates.filter(({ why }) => why === undefined)
  const skipped = candidates.flatMap(({ why, ...row }) => (why === undefined ? [] : [{ ...row, why }]))
  const rows = marked.slice(0, MOST).map((row) => ({ ...row, after: values }))
  const plan = { rows, rowTotal: marked.length, skipped: skipped.slice(0, MOST), skippedTotal: skipped.length }
  return { result: plan satisfies MarkPlan }
}

/** The results that a call names, each with the version that the marker saw. */
function seenIn({ ids, versions }: CallParams<'inspectionResult', 'undoMarks'>): Seen[] {
  const numbers = versions.split(',').map(Number)
  const seen = ids.split(',').map((id, index) => ({ id, version: numbers[index] ?? Number.NaN }))
  if (seen.length > MOST) throw new Refused(`一次最多登记${MOST}项！`)
  if (numbers.length !== seen.length || seen.some(({ version }) => !Number.isInteger(version))) throw new Refused('请选择一条记录！')
  return [...new Map(seen.map((each) => [each.id, each])).values()]
}

async function rowsSeen(context: InspectionContext, seen: readonly Seen[]): Promise<(MarkedRow & { readonly isStale: boolean })[]> {
  const found = await markedRowsById(
    { ...context, visible: visibleTo(context) },
    seen.map(({ id }) => id),
  )
  return seen.map(({ id, version }) => {
    const row = found.get(id)
    if (!row) throw new NotFound()
    return { ...row, isStale: row.version !== version }
  })
}

/** Marks everything shown in the preview, or nothing; names the results that a colleague has changed or is marking. */
async function markMany(call: CallContext<CallParams<'inspectionResult', 'markMany'>>) {
  const { params } = call
  const kind = markKind(params)
  const values = kind.values(params)
  const seen = seenIn(params)
  return call.once(async (tx) => {
    const context = inspectionContext(call, tx)
    const { engine, actor } = context
    const found = await rowsSeen(context, seen)
    const changed = found.flatMap((row) => {
      const why = whyNot(kind, row) ?? (row.isStale ? '已有变化' : undefined)
      return why === undefined ? [] : [{ id: row.id, realname: row.realname, why }]
    })
    const [first] = changed
    if (first) {
      const more = changed.length > 1 ? `等 ${changed.length} 项` : ''
      throw new Conflict(`${first.realname ?? ''}${more}：${first.why}，请重新预览！`, { rows: changed })
    }
    const rows = found.map(({ id, version, submitCount }) => ({ id, version, ...(kind.isMark ? { submitCount } : {}), ...values }))
    const guard = { when: kind.when, otherwise: '考察结果已有变化，请重新预览！' }
    const how = kind.isMark ? {} : ({ fields: 'all', scope: 'none' } as const)
    const outcomes = await engine.write({ entity: 'inspectionResult', operation: 'edit', rows, actor, guard, ...how }, tx)
    return { message: kind.done(rows.length), result: outcomes.map(({ id }, index) => ({ id, version: (rows[index]?.version ?? 0) + 1 })) }
  })
}

/** Undo one's own last marks: of every result that nobody has changed since; the others are named. */
async function undoMarks(call: CallContext<CallParams<'inspectionResult', 'undoMarks'>>) {
  const seen = seenIn(call.params)
  return call.once(async (tx) => {
    const context = inspectionContext(call, tx)
    const { engine, actor } = context
    const found = await rowsSeen(context, seen)
    const last = await lastMarks(context, found)
    const outcomes = found.map((row) => {
      const mark = last.get(row.id) ?? { why: '' }
      return { row, mark: row.isStale ? { why: '已有变化' } : mark }
    })
    const rows = outcomes.flatMap(({ row: { id, version }, mark }) => ('before' in mark ? [{ id, version, ...mark.before }] : []))
    const left = outcomes.flatMap(({ row, mark }) => ('why' in mark ? [{ id: row.id, realname: row.realname, why: mark.why }] : []))
    if (rows.length === 0) throw new Refused('已有变化，不能撤销！')
    const request = { entity: 'inspectionResult', operation: 'edit', rows, actor, fields: 'all', scope: 'none', guard: 'none' } as const
    await engine.write({ ...request, waive: ['score'] }, tx)
    await noteAll(
      context,
      rows.map(({ id, version }) => ({ id, version: version + 1 })),
      { operation: 'undo', changes: {} },
    )
    const message = left.length > 0 ? `已撤销 ${rows.length} 项，${left.length} 项已有变化！` : `已撤销 ${rows.length} 项！`
    return { message, result: { undone: rows.map(({ id }) => id), left } }
  })
}

export const batchCalls = { planMarks, markMany, undoMarks }
