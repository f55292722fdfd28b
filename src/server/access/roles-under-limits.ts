import {
  optionAccess,
  untypedEngine,
  variablesNamedIn,
  variablesOf,
  type Actor,
  type Engine,
  type Reader,
  type RowVariable,
} from '../../../engine/server/index.ts'
import { permissionsByRole } from './role-permissions.ts'
import { ruleValuesOf, rulesByRole } from './row-rules.ts'

/** Somebody whose rows data rules limit, and where that is looked up. */
export interface Limited {
  readonly engine: Engine
  readonly db: Reader
  readonly actor: Actor
}

/** Whether these permissions let anybody see, choose or write rows of an entity. */
function concern(engine: Engine, entity: string, permissions: Iterable<string>): boolean {
  const own = untypedEngine(engine)
  const model = own.models.get(entity)
  if (!model) return false
  const choosing = new Set(optionAccess(own, model))
  return [...permissions].some((code) => code.startsWith(`${model.permission}:`) || choosing.has(code))
}

/**
 * Whether somebody with these permissions, whom these rules limit, reaches rows that the actor's own rules hide: they have to do with an
 * entity and lack a rule of it.
 */
export function showsHidden(
  { engine, actor }: Pick<Limited, 'engine' | 'actor'>,
  held: { readonly permissions: Iterable<string>; readonly rules: ReadonlySet<string> },
): boolean {
  const codes = [...held.permissions]
  return [...(actor.limits ?? [])].some(
    ([entity, { rules }]) => rules.some(({ id }) => !held.rules.has(id)) && concern(engine, entity, codes),
  )
}

const ofDepartments: readonly RowVariable[] = ['sys_org_code', 'sys_multi_org_code']
const ofName: readonly RowVariable[] = ['sys_user_name']

/** Entities whose rows depend, for the actor, on one of these variables. */
const dependOn = ({ limits }: Actor, variables: readonly RowVariable[]): string[] =>
  [...(limits ?? [])].flatMap(([entity, { rules }]) =>
    rules.some(({ test }) => variablesOf(test).some((name) => variables.includes(name))) ? [entity] : [],
  )

/** Ids of the roles and department roles that a person was given. */
async function heldBy(db: Reader, userId: string): Promise<ReadonlySet<string>> {
  const own = await db.selectFrom('sys_user_role').select('role_id as id').where('user_id', '=', userId).execute()
  const added = await db.selectFrom('sys_depart_role_user').select('drole_id as id').where('user_id', '=', userId).execute()
  return new Set([...own, ...added].map(({ id }) => id))
}

export interface OwnLimits {
  /** Their rows depend on the departments that they belong to. */
  readonly byDepartments: boolean
  /** Their rows depend on their name. */
  readonly byName: boolean
}

/** What the rows of a person depend on, by the rules of any of their roles: what they change in one role counts in the others. */
export async function limitsOfHolder(db: Reader, userId: string): Promise<OwnLimits> {
  const named = (await ruleValuesOf(db, [...(await heldBy(db, userId))])).flatMap(variablesNamedIn)
  const names = (variables: readonly RowVariable[]) => named.some((name) => variables.includes(name))
  return { byDepartments: names(ofDepartments), byName: names(ofName) }
}

export interface RolesUnderLimits {
  /** Roles that show rows which the actor's data rules hide from them; those that they hold themselves show nothing new. */
  readonly free: ReadonlySet<string>
  /** Roles whose rows depend on the departments of whoever holds them. */
  readonly departmental: ReadonlySet<string>
  /** Roles whose rows depend on the name of whoever holds them. */
  readonly nominal: ReadonlySet<string>
}

/** Which of these roles could lead past the actor's data rules, by their rows or what these depend on; none if there are no such rules. */
export async function rolesUnderLimits({ engine, db, actor }: Limited, ids: readonly string[]): Promise<RolesUnderLimits> {
  if (!actor.limits?.size || !ids.length) return { free: new Set(), departmental: new Set(), nominal: new Set() }
  const permissions = await permissionsByRole(db)
  const [ticks, held] = [await rulesByRole(db, ids), await heldBy(db, actor.id)]
  const codesOf = (id: string): ReadonlySet<string> => permissions.get(id) ?? new Set()
  const isFree = (id: string) =>
    !held.has(id) && showsHidden({ engine, actor }, { permissions: codesOf(id), rules: ticks.get(id) ?? new Set() })
  const concerning = (variables: readonly RowVariable[]): ReadonlySet<string> => {
    const entities = dependOn(actor, variables)
    return new Set(ids.filter((id) => entities.some((entity) => concern(engine, entity, codesOf(id)))))
  }
  return { free: new Set(ids.filter(isFree)), departmental: concerning(ofDepartments), nominal: concerning(ofName) }
}
