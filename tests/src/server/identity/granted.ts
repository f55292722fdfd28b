import type { TestApp } from '../../../support/build-app.ts'
import { addRow, aPerson, password } from '../../../api/world.ts'

interface TreeNode {
  readonly key: string
  readonly slotTitle: string
  readonly children?: readonly TreeNode[]
}
export interface Tree {
  readonly treeList: readonly TreeNode[]
  readonly ids: readonly string[]
}

export const treeKeys = (nodes: readonly TreeNode[]): string[] => nodes.flatMap(({ key, children }) => [key, ...treeKeys(children ?? [])])

/** The id of the node that a permission code belongs to. */
export const nodeOf = ({ app }: Pick<TestApp, 'app'>, code: string): string => {
  const found = app.engine.permissions().find((node) => node.code === code)
  if (!found) throw new Error(`no permission ${code}`)
  return found.id
}

/** Save what a role may do, given as permission codes. */
export const grantRole = (app: TestApp, as: string, given: { readonly role: string; readonly codes: readonly string[] }) =>
  app.call('POST', '/sys/permission/saveRolePermission', {
    as,
    body: { roleId: given.role, permissionIds: given.codes.map((code) => nodeOf(app, code)).join(), lastpermissionIds: '' },
  })

/** A role of one's own with these permissions, and someone who holds it and no other. */
export async function aHolder(app: TestApp, admin: string, given: { readonly code: string; readonly codes: readonly string[] }) {
  const role = await addRow(app, '/sys/role', { as: admin, body: { roleName: `角色${given.code}`, roleCode: given.code } })
  const saved = await grantRole(app, admin, { role: role.id, codes: given.codes })
  if (!saved.body.success) throw new Error(saved.body.message)
  const person = await aPerson(app, admin, '4')
  const body = { id: person.id, selectedroles: role.id }
  const changed = await app.call('PUT', '/sys/user/edit', { as: admin, body })
  if (!changed.body.success) throw new Error(changed.body.message)
  return { role: role.id, id: person.id, username: person.username, token: await app.signIn(person.username, given.code, password) }
}

/** A data rule of the menu with this permission code, ticked for a role. */
export async function limitRole(
  app: TestApp,
  admin: string,
  given: { readonly role: string; readonly code: string; readonly rule: Readonly<Record<string, string>> },
): Promise<void> {
  const permissionId = nodeOf(app, given.code)
  const { id } = await addRow(app, '/sys/permissionRule', { as: admin, body: { permissionId, ruleName: '规则', ...given.rule } })
  const saved = await app.call('POST', '/sys/role/datarule', { as: admin, body: { permissionId, roleId: given.role, dataRuleIds: id } })
  if (!saved.body.success) throw new Error(saved.body.message)
}
