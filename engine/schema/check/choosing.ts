import type { ChooseSpec, TreeLeft } from '../../fields/parts/choose-spec.ts'
import { isTreeReference, type ReferenceField } from '../../fields/structure.ts'
import type { AnyEntity } from '../entity.ts'
import type { ListSpec } from '../list.ts'
import { otherEntity, requireKnown, type Check } from './assertions.ts'
import { filterKeys, namedList } from './lists.ts'

interface Choosing {
  readonly field: ReferenceField
  readonly target: AnyEntity
}

/** There is such a tree, and it narrows the list. */
export function checkTreeLeft(check: Check, path: string, tree: TreeLeft | undefined, list: ListSpec<string>): void {
  if (!tree) return
  const beside = otherEntity(check, `${path}.entity`, tree.entity)
  if (beside && !beside.tree) check.say(`${path}.entity`, `${beside.name} is no tree, name an entity with "tree"`)
  requireKnown(check, `${path}.by`, tree.by, { words: [...filterKeys(list), ...(list.params ?? [])], what: 'filter or param of the list' })
}

/** The list exists, and the tree beside it narrows it. */
function checkTable(check: Check, path: string, { field, target }: Choosing, table: Extract<ChooseSpec, { shows: 'table' }>): void {
  if (isTreeReference(field)) check.say(`${path}.shows`, 'a place in a tree is chosen in the tree, show the tree')
  if (table.list !== undefined)
    requireKnown(check, `${path}.list`, table.list, { words: Object.keys(target.lists ?? {}), what: `list of ${target.name}` })
  const list = namedList(target, table.list ?? 'list') ?? target.list
  checkTreeLeft(check, `${path}.tree`, table.tree, list)
}

/** The window in which a reference is chosen. */
export function checkChooseIn(check: Check, fieldPath: string, choosing: Choosing): void {
  const { field, target } = choosing
  const spec = field.chooseIn
  if (!spec) return
  const path = `${fieldPath}.chooseIn`
  if (spec.shows === 'table') return checkTable(check, path, choosing, spec)
  if (!target.tree) check.say(`${path}.shows`, `${target.name} is no tree, show a table`)
  if (field.key !== undefined) check.say(`${path}.shows`, 'nodes are known by their id, remove key or show a table')
  if (field.dependsOn) check.say(`${path}.shows`, 'the tree shows all nodes, remove dependsOn or show a table')
}
