import { lackedFor, type Actor, type Model, type Reader } from '../../../../engine/server/index.ts'
import { rightsHolders, type RightsHolder, type AccountInRole } from '../actor-of.ts'
import { everythingOf, rowReasons, seeRow, type Wanted } from './explain.ts'
import type { Sources } from './sources.ts'

const MOST_PEOPLE = 50
const USUAL = 10

interface AskedPage {
  readonly model: Model
  readonly id: string
  /** Who asks, and is told of the accounts that they see alone. */
  readonly asker: Actor
  readonly roleCode?: string | null
  readonly pageNo?: number | null
  readonly pageSize?: number | null
}

/** Codes of the roles that hold one of these permissions. */
async function rolesWith({ db, access }: Sources, codes: readonly string[]): Promise<string[]> {
  const roles = await db.read.selectFrom('sys_role').select('role_code as code').orderBy('role_code').execute()
  const held = await Promise.all(roles.map(({ code }) => access.rightsOf({ role: code, departRoles: [] })))
  return roles.flatMap(({ code }, place) => (codes.some((one) => held[place]?.permissions.has(one)) ? [code] : []))
}

/** Accounts in use that the asker sees, with each of their roles: those of these roles, and everyone who has a department role, which may add rights. */
const holdersIn = ({ engine, db }: Sources, roles: readonly string[], asker: Actor) =>
  db.read
    .selectFrom('sys_user_role as m')
    .innerJoin('sys_role as r', 'r.id', 'm.role_id')
    .innerJoin('sys_user as t', 't.id', 'm.user_id')
    .where('t.status', '=', 1)
    .where(engine.visible(engine.model('user'), asker))
    .where((eb) =>
      eb.or([
        eb('r.role_code', 'in', roles.length ? [...roles] : ['']),
        eb.exists(eb.selectFrom('sys_depart_role_user as l').select('l.user_id').whereRef('l.user_id', '=', 't.id')),
      ]),
    )

interface Listed {
  readonly id: string
  readonly username: string
  readonly realname: string
  readonly role: string
  readonly roleName: string
}

/** The department in which each of these people works: the one chosen last if they still belong to it, or their first. */
async function withDepartments(db: Reader, people: readonly Listed[]): Promise<AccountInRole[]> {
  if (!people.length) return []
  const ids = [...new Set(people.map(({ id }) => id))]
  const own = await db
    .selectFrom('sys_user_depart as m')
    .innerJoin('sys_depart as d', 'd.id', 'm.dep_id')
    .leftJoin('sys_user_choice as c', 'c.user_id', 'm.user_id')
    .select(['m.user_id as user', 'd.org_code as code', 'c.org_code as last'])
    .where('m.user_id', 'in', ids)
    .orderBy('d.org_code')
    .execute()
  const byUser = Map.groupBy(own, ({ user }) => user)
  return people.map(({ id, username, realname, role }) => {
    const departs = byUser.get(id) ?? []
    const orgCode = (departs.find(({ code, last }) => code === last) ?? departs[0])?.code ?? ''
    return { id, username, realname, role, orgCode }
  })
}

/** What one person may do to the row; what they may not is named with its first reason. */
function actionsOf(wanted: readonly Wanted[], { actor }: RightsHolder, reasonsFor: (one: Wanted) => readonly { readonly text: string }[]) {
  return wanted.map((one) => {
    const { name, title, access } = one
    if (lackedFor(actor, access)) return { name, title, allowed: false, reason: '没有权限' }
    const [reason] = reasonsFor(one)
    return reason ? { name, title, allowed: false, reason: reason.text } : { name, title, allowed: true }
  })
}

/** Who may do what to one row: a page of people by role, each decided as their own call would be. */
export async function whoMay(sources: Sources, { model, id, ...asked }: AskedPage) {
  const wanted = everythingOf(model).filter(({ action }) => action !== undefined)
  const codes = wanted.flatMap(({ access }) => access)
  const roles = asked.roleCode ? [asked.roleCode] : await rolesWith(sources, codes)
  const { read } = sources.db
  const found = holdersIn(sources, roles, asked.asker).$if(Boolean(asked.roleCode), (query) =>
    query.where('r.role_code', '=', asked.roleCode ?? ''),
  )
  const size = Math.max(1, Math.min(asked.pageSize ?? USUAL, MOST_PEOPLE))
  const current = Math.max(1, asked.pageNo ?? 1)
  const { count } = await found.select((eb) => eb.fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow()
  const listed: Listed[] = await found
    .select(['t.id', 't.username', 't.realname', 'r.role_code as role', 'r.role_name as roleName'])
    .orderBy('r.role_code')
    .orderBy('t.username')
    .limit(size)
    .offset((current - 1) * size)
    .execute()
  const holders = await rightsHolders(sources, await withDepartments(read, listed))
  const seen = await seeRow(sources, { model, id }, holders)
  const records = listed.flatMap(({ id: userId, username, realname, role, roleName }, place) => {
    const holder = holders[place]
    if (!holder) return []
    const actions = actionsOf(wanted, holder, ({ action }) => rowReasons(seen, place, action))
    return [{ id: `${userId} ${role}`, userId, username, realname, roleCode: role, roleName, actions }]
  })
  const total = Number(count)
  const label = seen.row?.[model.entity.label]
  return { records, total, size, current, pages: Math.ceil(total / size), row: { id, label: label ?? null } }
}
