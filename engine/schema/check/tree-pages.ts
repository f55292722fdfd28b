import { isReference } from '../../fields/structure.ts'
import type { NodeTab, TreePageSpec } from '../tree-page.ts'
import { fieldOf, otherEntity, requireDistinct, requireKnown, type Check } from './assertions.ts'
import { checkMenuGroup, filterKeys, namedList } from './lists.ts'

/** Rows are narrowed to the node by a filter or param of their list, or by a reference to the tree. */
function checkRowsTab(check: Check, path: string, tab: Extract<NodeTab, { shows: 'rows' }>): void {
  const other = otherEntity(check, `${path}.entity`, tab.entity)
  if (!other) return
  if (tab.list !== undefined)
    requireKnown(check, `${path}.list`, tab.list, { words: Object.keys(other.lists ?? {}), what: `list of ${tab.entity}` })
  const list = namedList(other, tab.list ?? 'list') ?? other.list
  const words = [...filterKeys(list), ...(list.params ?? [])]
  requireKnown(check, `${path}.by`, tab.by, { words, what: `filter or param of ${tab.entity}` })
  const field = fieldOf(other, tab.by)
  if (field && tab.from === undefined && (!isReference(field) || field.to !== check.entity.name))
    check.say(`${path}.by`, `${tab.entity}.${tab.by} does not refer to ${check.entity.name}, say in from which field it equals`)
  if (tab.from !== undefined)
    requireKnown(check, `${path}.from`, tab.from, { words: Object.keys(check.entity.fields), what: `field of ${check.entity.name}` })
}

function checkTab(check: Check, path: string, tab: NodeTab): void {
  if (tab.shows === 'rows') checkRowsTab(check, path, tab)
  if (tab.shows === 'panel' && check.names.panel)
    requireKnown(check, `${path}.panel`, tab.panel, { words: check.names.panel, what: 'panel' })
  if (tab.shows === 'child') {
    const words = (check.entity.children ?? []).map((child) => child.entity)
    requireKnown(check, `${path}.child`, tab.child, { words, what: 'child' })
  }
  if (tab.shows === 'fields')
    for (const [index, key] of (tab.fields ?? []).entries())
      requireKnown(check, `${path}.fields[${index}]`, key, {
        words: Object.keys(check.entity.fields),
        what: `field of ${check.entity.name}`,
      })
  if (tab.shows === 'form' && !check.entity.form) check.say(path, 'the entity has no form, describe one')
}

function checkNodes(check: Check, path: string, { nodes, only, lazy, edits }: TreePageSpec): void {
  if (nodes !== undefined) requireKnown(check, `${path}.nodes`, nodes, { words: Object.keys(check.entity.calls ?? {}), what: 'call' })
  if (only && nodes === undefined) check.say(`${path}.only`, 'a call must say for whom the page is, name it in nodes')
  if (lazy && nodes !== undefined) check.say(`${path}.lazy`, 'the call answers the tree at once, remove one of the two')
  if (edits && nodes !== undefined)
    check.say(`${path}.edits`, 'new nodes may not be among those that the call answers, remove one of the two')
}

/** The pages with a tree on the left: what they name exists, and their names are free. */
export function checkTreePages(check: Check): void {
  const { entity } = check
  for (const [name, page] of Object.entries(entity.treePages ?? {})) {
    const path = `treePages.${name}`
    if (!entity.tree) check.say(path, 'the entity has no tree, say in tree how its rows form one')
    if (name === 'list' || entity.lists?.[name] || entity.calls?.[name]) check.say(path, 'the name is taken by a list or a call, rename it')
    checkMenuGroup(check, `${path}.menu.group`, page.menu.group)
    checkNodes(check, path, page)
    requireDistinct(
      check,
      `${path}.tabs`,
      page.tabs.map((tab) => tab.label),
    )
    for (const [index, { call }] of (page.buttons ?? []).entries())
      requireKnown(check, `${path}.buttons[${index}].call`, call, { words: Object.keys(entity.calls ?? {}), what: 'call' })
    for (const [index, tab] of page.tabs.entries()) checkTab(check, `${path}.tabs[${index}]`, tab)
  }
}
