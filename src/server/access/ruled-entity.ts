import type { StoredNode } from './stored-node.ts'

type Menu = Pick<StoredNode, 'code' | 'component' | 'menuType'>

const BUTTON = 2

/**
 * The entity whose rows a menu entry shows; an entry that an administrator made shows those of the entry with the same page. Folders,
 * buttons and other pages show none.
 */
export function ruledEntity(node: Menu, nodes: readonly Menu[]): string | undefined {
  if (node.menuType === BUTTON) return undefined
  const same = nodes.find(({ code, component }) => code !== '' && component !== '' && component === node.component)
  const [, entity, list] = (node.code || same?.code || '').split(':')
  return list === undefined ? undefined : entity
}

/** No rule limits administrators in what gives rights back: they could not undo it. */
export const neverLimited: ReadonlySet<string> = new Set(['role', 'permission', 'permissionRule'])
