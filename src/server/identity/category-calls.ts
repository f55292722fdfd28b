import { chunksOf, nestRows, Refused, type CallContext, type CallParams, type FoundRow } from '../../../engine/server/index.ts'
import { parts } from '../../sent-values.ts'
import { queryOf } from '../request-values.ts'

type Call<K extends keyof typeof categoryReading> = CallContext<CallParams<'category', K>>
type Reading = Pick<Call<'rootList'>, 'engine' | 'actor'>
type Category = FoundRow<'category'>
interface Asked {
  readonly below?: string
  readonly name?: string
  readonly code?: string
}

/** What other front ends name as the parent of roots. */
export const TOP = '0'
const byCode = { column: 'code', order: 'asc' } as const
const hasText = (text: string | null | undefined): text is string => text !== null && text !== undefined && text !== ''

/** Those of the rows below which the actor sees others. */
async function parentsAmong({ engine, actor }: Reading, rows: readonly Category[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const seen = engine.visible(engine.model('category'), actor)
  for (const chunk of chunksOf(rows.map((row) => row.id))) {
    const below = engine.db.read.selectFrom('sys_category as t').select('t.pid').distinct().where('t.pid', 'in', chunk)
    const known = await below.where(seen).execute()
    for (const { pid } of known) if (pid !== null) found.add(pid)
  }
  return found
}

/** Rows as other front ends read them: whether there are some below, and a parent even of a root. */
async function toWire(reading: Reading, rows: readonly Category[]) {
  const parents = await parentsAmong(reading, rows)
  return rows.map((row) => ({ ...row, pid: row.pid || TOP, hasChild: parents.has(row.id) ? '1' : '0' }))
}

async function toNodes(reading: Reading, rows: readonly Category[]) {
  const parents = await parentsAmong(reading, rows)
  return rows.map((row) => ({
    key: row.id,
    value: row.id,
    title: row.name,
    code: row.code,
    parentId: row.pid || TOP,
    isLeaf: !parents.has(row.id),
  }))
}

/** All types that are asked for, in order of their codes. */
async function typesOf({ engine, actor }: Reading, asked: Asked): Promise<Category[]> {
  const rows: Category[] = []
  for await (const page of engine.walk({ entity: 'category', query: { ...asked, ...byCode }, actor }, 1000)) rows.push(...page)
  return rows
}

/** The type with this code; undefined stands for all of them. */
async function rootOf({ engine, actor }: Reading, code: string | null | undefined): Promise<Category | undefined> {
  if (!hasText(code) || code === TOP) return undefined
  const known = await engine.db.read.selectFrom('sys_category').select('id').where('code', '=', code).executeTakeFirst()
  const root = known && (await engine.find('category', known.id, actor))
  if (!root) throw new Refused(`该编码【${code}】不存在，请核实!`)
  return root
}

/** A page of one level; a name or a code finds types of all levels. */
async function rootList({ engine, actor, params, request }: Call<'rootList'>) {
  const { pid: _, ...asked } = queryOf(request)
  const isSought = hasText(asked.name) || hasText(asked.code)
  const query = { ...byCode, ...asked, ...(isSought ? {} : { below: params.pid || TOP }) }
  const page = await engine.list({ entity: 'category', query, actor })
  return { result: { ...page, records: await toWire({ engine, actor }, page.records) } }
}

async function childList(call: Call<'childList'>) {
  return { result: await toWire(call, await typesOf(call, { below: call.params.pid || TOP })) }
}

/** The types below several others, which front ends read as one page. */
async function getChildListBatch(call: Call<'getChildListBatch'>) {
  const pids = parts(call.params.parentIds)
  const records = pids.length > 0 ? await toWire(call, await typesOf(call, { below: pids.join(',') })) : []
  const size = 10
  return { result: { records, total: records.length, size, current: 1, pages: Math.ceil(records.length / size) } }
}

async function loadTreeChildren(call: Call<'loadTreeChildren'>) {
  return { result: await toNodes(call, await typesOf(call, { below: call.params.pid || TOP })) }
}

/** The level below a code; with `async=false` everything below it, nested. */
async function loadTreeRoot(call: Call<'loadTreeRoot'>) {
  const { params, model } = call
  const root = await rootOf(call, params.pcode)
  if (params.async !== 'false') return { result: await toNodes(call, await typesOf(call, { below: root?.id ?? TOP })) }
  const rows = await typesOf(call, root ? { code: `${root.code}*` } : {})
  return {
    result: nestRows(
      model,
      rows.filter((row) => row.id !== root?.id),
    ),
  }
}

/** The only fields that a condition may name. */
const conditionFields = ['name', 'code'] as const

function conditionIn(text: string | null | undefined): Asked {
  if (!hasText(text)) return {}
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw new Refused('查询条件格式不正确！')
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new Refused('查询条件格式不正确！')
  const asked = new Map(Object.entries(given))
  if ([...asked.keys()].some((key) => !conditionFields.some((field) => field === key)))
    throw new Refused('查询条件只能是分类名称或分类编码！')
  const valueOf = (field: (typeof conditionFields)[number]) => {
    const value: unknown = asked.get(field)
    return typeof value === 'string' && value !== '' ? { [field]: value } : {}
  }
  return { ...valueOf('name'), ...valueOf('code') }
}

/** The level below an id or a code, as far as a condition on names and codes allows. */
async function loadTreeData(call: Call<'loadTreeData'>) {
  const { params } = call
  const above = hasText(params.pid) ? params.pid : (await rootOf(call, params.pcode))?.id
  return { result: await toNodes(call, await typesOf(call, { below: above ?? TOP, ...conditionIn(params.condition) })) }
}

/** The one type whose id, code or name this is; no other field can be asked. */
async function loadOne({ engine, actor, params }: Call<'loadOne'>) {
  const { field, val } = params
  if (field !== 'id' && field !== 'code' && field !== 'name') throw new Refused('不支持按该字段查询！')
  const named = engine.db.read.selectFrom('sys_category as t').select('t.id').where(`t.${field}`, '=', val)
  const rows = await named
    .where(engine.visible(engine.model('category'), actor))
    .limit(2)
    .execute()
  if (rows.length > 1) throw new Refused(`查询数据异常,[${field}]存在多个值:${val}`)
  const [row] = rows
  const found = row && (await engine.find('category', row.id, actor))
  if (!found) throw new Refused('查询无果')
  return { result: (await toWire({ engine, actor }, [found]))[0] }
}

/** The names of types in the order of their ids; with `delNotExist=false` an id that is none stands for itself. */
async function loadDictItem({ engine, actor, params }: Call<'loadDictItem'>) {
  const ids = parts(params.ids)
  const names = new Map((await engine.findMany('category', ids, actor)).map((row) => [row.id, row.name]))
  const known = params.delNotExist === 'false' ? ids : ids.filter((id) => names.has(id))
  return { result: known.map((id) => names.get(id) ?? id) }
}

/** A code and everything below it as choices. */
async function loadAllData(call: Call<'loadAllData'>) {
  const root = await rootOf(call, call.params.code)
  const rows = await typesOf(call, root ? { code: `${root.code}*` } : {})
  return { result: rows.map(({ id, name, code }) => ({ value: id, text: name, title: name, code })) }
}

/** A code begins with the code of the type above it. */
async function checkCode({ engine, actor, params }: Call<'checkCode'>) {
  const { pid, code } = params
  if (!hasText(code)) throw new Refused('错误,类型编码为空!')
  const above = hasText(pid) && pid !== TOP ? await engine.find('category', pid, actor) : null
  if (above?.code && !code.startsWith(above.code)) throw new Refused(`编码不符合规范,须以"${above.code}"开头!`)
  return {}
}

export const categoryReading = {
  rootList,
  childList,
  getChildListBatch,
  loadTreeRoot,
  loadTreeChildren,
  loadTreeData,
  loadOne,
  loadDictItem,
  loadAllData,
  checkCode,
}
