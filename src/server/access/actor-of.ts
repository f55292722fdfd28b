import type { Actor, Database, Reader } from '../../../engine/server/index.ts'
import type { Access } from './access.ts'
import { departRolesOfAll } from './depart-roles.ts'
import { limitsFor } from './row-rules.ts'
import type { HeldRoles } from './stored-node.ts'

/** Somebody with the role and the department that they work with. */
export interface AccountInRole {
  readonly id: string
  readonly username: string
  readonly realname: string
  readonly role: string
  readonly orgCode: string
}

/** What a person may do and see, and the roles that it follows from. */
export interface RightsHolder {
  readonly actor: Actor
  readonly held: HeldRoles
}

interface Sources {
  readonly db: Database
  readonly access: Access
}

/** Codes of the departments of each user, in order. */
async function orgCodesOf(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  if (!ids.length) return new Map()
  const rows = await db
    .selectFrom('sys_user_depart as m')
    .innerJoin('sys_depart as d', 'd.id', 'm.dep_id')
    .select(['m.user_id as user', 'd.org_code as code'])
    .where('m.user_id', 'in', ids)
    .orderBy('d.org_code')
    .execute()
  const byUser = Map.groupBy(rows, ({ user }) => user)
  return new Map([...byUser].map(([user, all]) => [user, all.map(({ code }) => code ?? '')]))
}

/** What each of these people may do and see: the only place where a person becomes an actor, whoever asks about them. */
export async function rightsHolders({ db, access }: Sources, people: readonly AccountInRole[]): Promise<RightsHolder[]> {
  const departRoles = await departRolesOfAll(
    db.read,
    people.map(({ id, orgCode }) => ({ userId: id, orgCode })),
  )
  const helds = people.map(({ role }, place) => ({ role, departRoles: departRoles[place] ?? [] }))
  const rights = await Promise.all(helds.map((held) => access.rightsOf(held)))
  const ruled = people.filter((_, place) => rights[place]?.tests.size)
  const orgCodes = await orgCodesOf(
    db.read,
    ruled.map(({ id }) => id),
  )
  return people.flatMap((person, place) => {
    const [held, right] = [helds[place], rights[place]]
    if (!held || !right) return []
    const { permissions, tests } = right
    const limits = tests.size ? limitsFor(tests, { ...person, orgCodes: orgCodes.get(person.id) ?? [] }) : undefined
    return [{ held, actor: { ...person, permissions, ...(limits && { limits }) } }]
  })
}

/** The same for one person. */
export async function rightsHolder(sources: Sources, person: AccountInRole): Promise<RightsHolder> {
  const [holder] = await rightsHolders(sources, [person])
  if (!holder) throw new Error(`no rights of ${person.id}`)
  return holder
}
