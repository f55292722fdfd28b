import {
  defineRules,
  NotAllowed,
  Refused,
  snapshotsOf,
  untypedEngine,
  type Actor,
  type CallContext,
  type CallParams,
  type Engine,
} from '../../../engine/server/index.ts'
import { dataLog } from '../../../schemas/platform/data-log.ts'

const MOST_VERSIONS = 500

/** The condition for writes that the actor finds in the list. */
const shownTo = (engine: Engine, actor: Actor) => engine.visible(untypedEngine(engine).model('dataLog'), actor)

async function queryDataVerList({ engine, actor, params }: CallContext<CallParams<'dataLog', 'queryDataVerList'>>) {
  const rows = await engine.db.read
    .selectFrom('sys_audit as t')
    .select(['t.id', 't.table_name as dataTable', 't.row_id as dataId', 't.version as dataVersion'])
    .where('t.table_name', '=', params.dataTable)
    .where('t.row_id', '=', params.dataId)
    .where(shownTo(engine, actor))
    .orderBy('t.version', 'desc')
    .orderBy('t.id', 'desc')
    .limit(MOST_VERSIONS)
    .execute()
  if (rows.length === 0) throw new Refused('未找到版本信息')
  return { result: rows }
}

const writeOf = (engine: Engine, actor: Actor, id: string) =>
  engine.db.read
    .selectFrom('sys_audit as t')
    .select(['t.id', 't.entity', 't.table_name', 't.row_id', 't.version', 't.username', 't.at'])
    .where('t.id', '=', id)
    .where(shownTo(engine, actor))
    .executeTakeFirst()

/** Two versions of one row as these writes left it: readable texts by field, their labels, and the fields in which the two differ. */
async function queryCompareList({ engine, actor, params }: CallContext<CallParams<'dataLog', 'queryCompareList'>>) {
  const found = await Promise.all([params.dataId1, params.dataId2].map((id) => writeOf(engine, actor, id)))
  const writes = found.flatMap((write) => write ?? [])
  const [first, second] = writes
  if (!first || !second || first.id === second.id) throw new Refused('请选择两条数据')
  if (first.table_name !== second.table_name || first.row_id !== second.row_id) throw new Refused('请选择相同的数据库表和数据ID进行比较')
  const models = [...engine.models.values()].filter(({ table, entity }) => table === first.table_name && !entity.source)
  const written = models.filter(({ name }) => writes.some(({ entity }) => entity === name))
  const seen = written.length > 0 ? written : models
  const unseen = seen.find(({ permission }) => !actor.permissions.has(`${permission}:view`))
  if (unseen) throw new NotAllowed(`${unseen.permission}:view`)
  const snapshots = await snapshotsOf(untypedEngine(engine), seen, first.row_id)
  const [one = {}, two = {}] = writes.map(({ id }) => snapshots.get(id))
  const keys = [...new Set([...Object.keys(one), ...Object.keys(two)])]
  const labels = Object.fromEntries(keys.map((key) => [key, (one[key] ?? two[key])?.label ?? key]))
  const differs = keys.filter((key) => JSON.stringify(one[key]?.value ?? null) !== JSON.stringify(two[key]?.value ?? null))
  const result = writes.map((write, place) => ({
    id: write.id,
    dataTable: write.table_name,
    dataId: write.row_id,
    dataVersion: write.version,
    dataContent: JSON.stringify(Object.fromEntries(keys.map((key) => [key, (place === 0 ? one : two)[key]?.text ?? '']))),
    createBy: write.username,
    createTime: write.at,
    labels,
    differs,
  }))
  return { result }
}

export const dataLogRules = defineRules(dataLog, { calls: { queryDataVerList, queryCompareList } })
