import { chunksOf, defineRules, Refused, type Change, type RuleContext, type Tx } from '../../../engine/server/index.ts'
import { permission } from '../../../schemas/identity/permission.ts'
import { readNodes } from '../access/access.ts'
import { tellRights } from '../access/grants.ts'
import { isAdministrator } from '../access/is-administrator.ts'
import { systemActor } from '../access/system-actor.ts'
import { permissionCalls } from './permission-calls.ts'
import { guardEdit, guardKeepers, guardRemoval, guardRights, guardSystem, onlyAdministrators } from './permission-guards.ts'

/** As front ends of this wire convention write components: `/src/views/system/UserList.vue` is `system/UserList`. */
const componentOf = (text: string): string =>
  text
    .replace(/^\/+/, '')
    .replace(/^src\//, '')
    .replace(/^views\//, '')
    .replace(/\.vue$/, '')
const urlOf = (text: string): string => (/^(https?:|\{\{|\/)/.test(text) ? text : `/${text}`)

function normalise({ after }: Change<'permission'>): void {
  if (after?.component) after.component = componentOf(after.component)
  if (after?.url) after.url = urlOf(after.url)
}

async function dropGrants(tx: Tx, changes: readonly Change<'permission'>[]): Promise<void> {
  for (const ids of chunksOf(changes.map((change) => change.id))) {
    await tx.deleteFrom('sys_role_permission').where('permission_id', 'in', ids).execute()
    await tx.deleteFrom('sys_depart_permission').where('permission_id', 'in', ids).execute()
    await tx.deleteFrom('sys_depart_role_permission').where('permission_id', 'in', ids).execute()
  }
}

const isOfSchemas = ({ actor, byServer }: RuleContext): boolean => byServer && actor.id === systemActor.id

/** The server's own writes follow the schemas. What an administrator edits stays theirs; what the schemas decide stays the schemas'. */
export const permissionRules = defineRules(permission, {
  beforeSave(context, changes) {
    const { actor } = context
    if (isOfSchemas(context)) return
    for (const change of changes) {
      normalise(change)
      guardEdit(change)
      if (!isAdministrator(actor)) guardRights(change)
    }
  },
  async beforeDelete({ tx, actor, operation }, changes) {
    guardSystem(changes, operation === 'purge')
    if (!isAdministrator(actor)) await guardRemoval(tx, changes)
  },
  async afterWrite(context, changes) {
    const { engine, tx, actor, operation } = context
    if (!isOfSchemas(context)) guardKeepers(await readNodes(tx))
    if (operation === 'restore' && !isAdministrator(actor)) throw new Refused(onlyAdministrators)
    const roles = await tx.selectFrom('sys_role').select('role_code').execute()
    tellRights(engine, tx, { roles: roles.map((role) => role.role_code ?? '') })
    if (operation === 'purge') await dropGrants(tx, changes)
  },
  calls: permissionCalls,
})
