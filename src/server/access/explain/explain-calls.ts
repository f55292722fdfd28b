import {
  lackedFor,
  NotAllowed,
  NotFound,
  Refused,
  routeAt,
  type Actor,
  type CallContext,
  type CallParams,
} from '../../../../engine/server/index.ts'
import type { RightsHolder, AccountInRole } from '../actor-of.ts'
import { rightsHolder } from '../actor-of.ts'
import { personSeen } from '../person-of.ts'
import { everythingOf, explain, seeRow, unseenRow, type RowAsSeen, type Wanted, type WantedRow } from './explain.ts'
import { namedPermissions, roleNames } from './lacked-permission.ts'
import { freshSources, type Sources } from './sources.ts'
import { whoMay as answerWhoMay } from './who-may.ts'

type Call<K extends 'explain' | 'why' | 'whoMay' | 'explainable'> = CallContext<CallParams<'viewing', K>>

/** What a question is about. */
interface Question {
  readonly permission?: string | null
  readonly method?: string | null
  readonly path?: string | null
  readonly entity?: string | null
  readonly rowId?: string | null
}

const unclear = '请说明要查询的权限、请求或数据类型！'
const mayExplain = 'identity:viewing:explain'

/** Whether there is, or was until an administrator deleted it, such a permission at all. */
async function isPermission({ engine, access }: Sources, code: string): Promise<boolean> {
  const nodes = await access.nodes()
  return nodes.some(({ perms }) => perms.split(',').includes(code)) || engine.permissions().some((node) => node.code === code)
}

/** What was asked, as things that people may or may not do. */
async function wantedBy(sources: Sources, { request }: Pick<Call<'explain'>, 'request'>, question: Question): Promise<Wanted[]> {
  const { engine } = sources
  const { permission, method, path, entity } = question
  if (permission && !(await isPermission(sources, permission))) throw new Refused('没有这个权限，请检查权限编码是否正确')
  if (permission) return [{ name: permission, title: permission, access: permission }]
  if (path) {
    const route = routeAt(request.server.guarded, { method: (method ?? 'GET').toUpperCase(), path })
    if (!route) throw new Refused('路径不存在，请检查路径是否正确')
    const model = engine.models.get(route.of?.entity ?? '')
    const action = model && everythingOf(model).find(({ name }) => name === route.of?.action)?.action
    return [{ name: path, title: action?.title ?? path, access: route.access, action }]
  }
  const model = engine.models.get(entity ?? '')
  if (!model) throw new Refused(unclear)
  return everythingOf(model)
}

/** The row of the question; a call says by itself whose row it is about. */
function rowOf({ engine }: Sources, { request }: Pick<Call<'explain'>, 'request'>, question: Question): WantedRow | undefined {
  const { method, path, entity, rowId } = question
  if (!rowId) return undefined
  const route = path ? routeAt(request.server.guarded, { method: (method ?? 'GET').toUpperCase(), path }) : undefined
  const model = engine.models.get((entity || route?.of?.entity) ?? '')
  return model && { model, id: rowId }
}

/** Whether a row exists for somebody, in the bin or not: about any other nobody is told anything. */
async function isKnownTo({ engine }: Sources, { actor }: RightsHolder, { model, id }: WantedRow): Promise<boolean> {
  const [hidden] = await engine.hiding(model, id, [actor])
  return hidden !== undefined && hidden !== 'missing' && hidden.every(({ by }) => by === 'bin')
}

/** The row as the holder sees it; as nobody does, if it does not exist for the one who asks. */
async function rowSeen(sources: Sources, { holder, asker }: Pick<Asked, 'holder' | 'asker'>, row: WantedRow): Promise<RowAsSeen> {
  const mayLook = !lackedFor(asker.actor, `${row.model.permission}:view`)
  return mayLook && (await isKnownTo(sources, asker, row)) ? seeRow(sources, row, [holder]) : unseenRow(sources, row.model)
}

interface Asked {
  readonly asker: RightsHolder
  readonly holder: RightsHolder
  readonly question: Question
}

/** Everything about a question that may be told to those who manage rights. */
async function wholeAnswer(sources: Sources, call: Pick<Call<'explain'>, 'request'>, { asker, holder, question }: Asked) {
  const row = rowOf(sources, call, question)
  const seen = row && (await rowSeen(sources, { holder, asker }, row))
  const items = []
  for (const wanted of await wantedBy(sources, call, question)) items.push(await explain(sources, holder, wanted, seen))
  const names = await roleNames(sources, holder)
  const { username, realname } = holder.actor
  return {
    who: {
      username,
      realname,
      roleName: names.own,
      departRoles: names.departRoles.map(({ name, departName }) => `${departName} ${name}`),
    },
    items,
  }
}

async function explainOthers(context: Call<'explain'>) {
  const { engine, actor, params } = context
  const sources = freshSources(engine)
  const { person } = params.userId || params.roleCode ? await personSeen(engine, params, actor) : { person: personIn(actor) }
  const [asker, holder] = [await rightsHolder(sources, personIn(actor)), await rightsHolder(sources, person)]
  return { result: await wholeAnswer(sources, context, { asker, holder, question: params }) }
}

const personIn = ({ id, username, realname, role, orgCode }: Actor): AccountInRole => ({ id, username, realname, role, orgCode })

/**
 * Why oneself may not do something. Who manages rights, or looks in another name and does, is told everything; anyone else only what the
 * permission is called and whom to ask.
 */
async function why(context: Call<'why'>) {
  const { engine, actor, params } = context
  const sources = freshSources(engine)
  const holder = await rightsHolder(sources, personIn(actor))
  const by = actor.onlyLooks?.by
  const asker = by ? await rightsHolder(sources, personIn(by)) : holder
  if (asker.actor.permissions.has(mayExplain)) return { result: await wholeAnswer(sources, context, { asker, holder, question: params }) }
  const [wanted] = await wantedBy(sources, context, { ...params, entity: null })
  const lacked = wanted && lackedFor(actor, wanted.access)
  const nodes = await sources.access.nodes()
  const permissions = lacked ? namedPermissions(nodes, lacked).flatMap(({ code, title }) => (title === code ? [] : [{ title }])) : []
  return { result: { items: [{ allowed: !lacked, permissions }], ask: '系统管理员' } }
}

async function whoMay({ engine, actor, params }: Call<'whoMay'>) {
  const model = engine.models.get(params.entity)
  if (!model) throw new Refused(unclear)
  const sources = freshSources(engine)
  const asker = await rightsHolder(sources, personIn(actor))
  if (lackedFor(asker.actor, `${model.permission}:view`)) throw new NotAllowed(`${model.permission}:view`)
  if (!(await isKnownTo(sources, asker, { model, id: params.rowId }))) throw new NotFound()
  return { result: await answerWhoMay(sources, { ...params, model, id: params.rowId, asker: asker.actor }) }
}

/** The entities that may be asked about: those that the one who asks sees themself. */
function explainable({ engine, actor }: Call<'explainable'>) {
  const seen = [...engine.models.values()].filter(({ permission }) => actor.permissions.has(`${permission}:view`))
  const found = seen.map(({ name, entity }) => ({ entity: name, title: entity.title, base: entity.endpoints.base }))
  return Promise.resolve({ result: found })
}

/** The calls that explain rights. */
export const explainRules = { explain: explainOthers, why, whoMay, explainable }
