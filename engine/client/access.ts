import type { AnyEntity } from '../schema/index.ts'

export type Permissions = ReadonlySet<string>

/** What a button says that is shown to people who may not press it. */
export const notAllowed = '您没有此操作的权限'

/** What the user may do, and what they are shown besides. */
export const shownTo = (permissions: Permissions, locked: Permissions | undefined): Permissions =>
  locked?.size ? new Set([...permissions, ...locked]) : permissions

/** The code that guards a verb or call of an entity: `<domain>:<entity>:<verb>`. */
export const codeOf = (entity: AnyEntity, verb: string): string => `${entity.domain}:${entity.name}:${verb}`

const standard = { add: 'add', edit: 'edit', delete: 'delete', deleteBatch: 'delete', importExcel: 'import', exportXls: 'export' } as const

/** Does the entity have this standard verb, and may the user use it? */
export function canDo(entity: AnyEntity, verb: keyof typeof standard, permissions: Permissions): boolean {
  if (entity.endpoints.disable?.includes(verb)) return false
  if (verb === 'importExcel' && !entity.import) return false
  return permissions.has(codeOf(entity, standard[verb]))
}

/** May the user make this declared call? */
export function canCall(entity: AnyEntity, call: string, permissions: Permissions): boolean {
  const shared = entity.calls?.[call]?.permission
  if (shared === 'public' || shared === 'login') return true
  if (shared?.includes(':')) return permissions.has(shared)
  return permissions.has(codeOf(entity, shared ?? call))
}

/** May the user make this call of another entity? Its domain is unknown until the entity is loaded, so any domain will do. */
export function canCallOf(entityName: string, verb: string, permissions: Permissions): boolean {
  for (const code of permissions) if (code.endsWith(`:${entityName}:${verb}`)) return true
  return false
}

/** May the user see rows of the entity? */
export const canSee = (entityName: string, permissions: Permissions): boolean => canCallOf(entityName, 'view', permissions)
