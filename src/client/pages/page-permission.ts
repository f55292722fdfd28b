import { entities } from '../../../schemas/index.ts'

/** The permission for an address of an entity, if it is one; without it in the menu, this user may not see the page. */
export function permissionAt(pathname: string): string | undefined {
  const [, domain, entity = '', place = 'view', ...rest] = pathname.split('/')
  if (rest.length > 0 || !Object.hasOwn(entities, entity)) return undefined
  return `${domain}:${entity}:${/^\d+$/.test(place) ? 'view' : place}`
}
