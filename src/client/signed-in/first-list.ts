import { askFirstRows, loadPart } from '../../../engine/client/index.ts'
import type { AnyEntity } from '../../../engine/schema/index.ts'
import { entities } from '../../../schemas/index.ts'
import { pageAt } from '../shell/menu-tree.ts'
import type { LoginAnswers } from './login-calls.ts'

const loaders: Readonly<Record<string, (() => Promise<AnyEntity>) | undefined>> = entities

/** Another entity's schema by name. */
export async function loadEntity(name: string): Promise<AnyEntity> {
  const load = loaders[name]
  if (!load) throw new Error(`no entity ${name}`)
  return loadPart(load)
}

/** If the address is a list of this user, asks for its rows without waiting for its page. */
export async function askFirstList(
  { permissions, offered }: LoginAnswers,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): Promise<void> {
  const { menu } = await permissions
  const [kind, place = ''] = pageAt(menu, pathname)?.node.screen?.split(':') ?? []
  const [name = '', list] = place.split('/')
  if (kind !== 'entity' || !loaders[name]) return
  const entity = await loadEntity(name)
  if (list !== undefined && entity.treePages?.[list]) return
  await askFirstRows(entity, list === 'list' ? undefined : list, { search, offered: await offered, load: loadEntity })
}
