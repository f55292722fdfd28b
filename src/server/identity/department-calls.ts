import { nestRows, Refused, type CallContext, type CallParams, type FoundRow } from '../../../engine/server/index.ts'
import { parts } from '../../sent-values.ts'
import { isManager, managedIds } from './managed-departments.ts'

type Call<K extends keyof typeof departmentCalls> = CallContext<CallParams<'department', K>>

const everything = 'identity:department:view'
/** The most rows that a flat call answers. */
const MOST_ROWS = '1000'

/** The departments that the caller manages as a tree. Front ends read the message: 2 for a manager of departments, 1 for others. */
async function queryMyDeptTreeList({ engine, actor, model }: Call<'queryMyDeptTreeList'>) {
  if (!(await isManager(engine.db.read, actor))) return { message: '1', result: null }
  const rows = await engine.findMany('department', await managedIds(engine.db.read, actor), actor)
  return { message: '2', result: nestRows(model, rows) }
}

/** Departments by a part of their name: those that the caller manages, or all for anyone who may see all. */
async function searchBy({ engine, actor, params }: Call<'searchBy'>) {
  const query = { departName: `*${params.keyWord.replaceAll('*', '').trim()}*`, pageSize: MOST_ROWS, column: 'orgCode', order: 'asc' }
  const { records } = await engine.list({ entity: 'department', query, actor })
  const own =
    params.myDeptSearch === '1' || !actor.permissions.has(everything) ? new Set(await managedIds(engine.db.read, actor)) : undefined
  const found = records.filter((row) => own?.has(row.id) ?? true)
  if (found.length === 0) throw new Refused('未查询匹配数据！')
  return { result: found.map((row) => ({ ...row, key: row.id, value: row.id, title: row.departName, isLeaf: true })) }
}

/** No other system is connected whose departments could be synchronised, and saying so is better than a success without effect. */
function syncDeparts(): Promise<never> {
  return Promise.reject(new Refused('未配置第三方部门同步，没有同步任何部门！'))
}

type Reading = Pick<Call<'listAll'>, 'engine' | 'actor'>

async function allDepartments({ engine, actor }: Reading, column: 'orgCode' | 'departOrder'): Promise<FoundRow<'department'>[]> {
  const rows: FoundRow<'department'>[] = []
  for await (const page of engine.walk({ entity: 'department', query: { column, order: 'asc' }, actor }, 1000)) rows.push(...page)
  return rows
}

/** The outermost nodes whose name contains the word, each with everything below it; all roots without a word. */
function outermost(nodes: ReturnType<typeof nestRows>, word: string): ReturnType<typeof nestRows> {
  return nodes.flatMap((node) => (node.title.includes(word) ? [node] : outermost(node.children ?? [], word)))
}

/** Departments by a part of their name as trees, and people by a part of theirs for anyone who may see accounts. */
async function queryTreeByKeyWord({ engine, actor, model, params }: Call<'queryTreeByKeyWord'>) {
  const word = (params.keyWord ?? '').trim()
  const departList = outermost(nestRows(model, await allDepartments({ engine, actor }, 'departOrder')), word)
  if (word === '' || !actor.permissions.has('identity:user:view')) return { result: { departList, userList: [] } }
  const text = `*${word.replaceAll('*', '')}*`
  const found = await Promise.all(
    ['username', 'realname'].map((key) => engine.list({ entity: 'user', query: { [key]: text, pageSize: MOST_ROWS }, actor })),
  )
  const people = new Map(found.flatMap(({ records }) => records.map((row) => [row.id, row] as const)))
  const userList = [...people.values()].map(({ id, username, realname }) => ({ id, username, realname }))
  return { result: { departList, userList } }
}

async function listAll({ engine, actor, params }: Call<'listAll'>) {
  const wanted = new Set(parts(params.id))
  const rows = await allDepartments({ engine, actor }, 'orgCode')
  return { result: wanted.size > 0 ? rows.filter((row) => wanted.has(row.id)) : rows }
}

/** The codes of a department and of everything above it, outermost first: a code begins with those above it. */
const codesAbove = (code: string): string[] => Array.from({ length: code.length / 3 }, (_, level) => code.slice(0, (level + 1) * 3))

/** For each department asked by id or code: itself and what is above it, outermost first. */
async function queryAllParentId({ engine, actor, model, params }: Call<'queryAllParentId'>) {
  const [ids, codes] = [parts(params.departId), parts(params.orgCode)]
  if (ids.length + codes.length === 0) throw new Refused('departId 和 orgCode 不能都为空！')
  const { read } = engine.db
  const asked = await read
    .selectFrom('sys_depart as t')
    .select(['t.id', 't.org_code'])
    .where((e) => (ids.length > 0 ? e('t.id', 'in', ids) : e('t.org_code', 'in', codes)))
    .where(engine.visible(model, actor))
    .execute()
  const wanted = [...new Set(asked.flatMap((row) => codesAbove(row.org_code ?? '')))]
  if (wanted.length === 0) return { result: {} }
  const known = await read.selectFrom('sys_depart').select('id').where('org_code', 'in', wanted).orderBy('org_code').execute()
  const rows = await engine.findMany(
    'department',
    known.map((row) => row.id),
    actor,
  )
  const answer = asked.map((row) => {
    const above = rows.filter((one) => (row.org_code ?? '').startsWith(one.orgCode ?? '-'))
    const parentMap = Object.fromEntries(above.map((one) => [one.id, one]))
    return [ids.length > 0 ? row.id : (row.org_code ?? ''), { parentIds: above.map((one) => one.id), parentMap }] as const
  })
  return { result: Object.fromEntries(answer) }
}

/** The people who belong to the department itself. */
async function getUsersByDepartId({ engine, actor, params }: Call<'getUsersByDepartId'>) {
  const members = await engine.db.read.selectFrom('sys_user_depart').select('user_id').where('dep_id', '=', params.id).execute()
  const users = await engine.findMany(
    'user',
    members.map((row) => row.user_id),
    actor,
  )
  return { result: users }
}

export const departmentCalls = {
  queryMyDeptTreeList,
  searchBy,
  queryTreeByKeyWord,
  listAll,
  queryAllParentId,
  getUsersByDepartId,
  doSyncDepart: syncDeparts,
}
