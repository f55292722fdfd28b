import { filterMenu, pagesOf, titleOf, type MenuNode } from '../menu-tree.ts'

/** A row that the server found. */
interface FoundRow {
  readonly id: string
  readonly label: string
  readonly beside: string
}
export interface FoundRows {
  readonly entity: string
  readonly title: string
  readonly rows: readonly FoundRow[]
}

/** One thing that can be done with what was found. */
export interface SearchChoice {
  readonly key: string
  readonly label: string
  readonly beside?: string
  readonly path: string
  /** The page opens with an empty form. */
  readonly adds?: boolean
}
export interface SearchGroup {
  readonly title: string
  readonly choices: readonly SearchChoice[]
}

const MOST_PAGES = 6

interface Ways {
  recordPath(entity: string, id: string): string | undefined
  entityPath(entity: string): string
  mayAdd(entity: string): boolean
}

const entityOf = ({ screen = '' }: MenuNode): string | undefined => /^entity:(\w+)$/.exec(screen)?.[1]

/** Pages of the menu by their titles, and what can be added there. */
export function pageChoices(
  menu: readonly MenuNode[],
  words: string,
  { mayAdd, matches }: Pick<Ways, 'mayAdd'> & { matches?(text: string, query: string): boolean },
): SearchGroup[] {
  const pages = pagesOf(filterMenu(menu, words, matches)).slice(0, MOST_PAGES)
  const choices = pages.flatMap(({ node, parents }): SearchChoice[] => {
    if (!node.path.startsWith('/')) return []
    const entity = entityOf(node)
    const open = { key: `page ${node.path}`, label: titleOf(node), beside: parents.map(titleOf).join(' / '), path: node.path }
    if (entity === undefined || !mayAdd(entity)) return [open]
    return [open, { key: `add ${node.path}`, label: `新增 · ${titleOf(node)}`, beside: '打开页面并新增', path: node.path, adds: true }]
  })
  return choices.length > 0 ? [{ title: '页面', choices }] : []
}

/** Rows by entity, each with its page, and the list that contains them all. */
export function rowChoices(found: readonly FoundRows[], { recordPath, entityPath }: Ways): SearchGroup[] {
  return found.flatMap(({ entity, title, rows }) => {
    const choices = rows.flatMap(({ id, label, beside }): SearchChoice[] => {
      const path = recordPath(entity, id)
      return path === undefined ? [] : [{ key: `row ${entity} ${id}`, label, beside, path }]
    })
    const list = { key: `list ${entity}`, label: `${title}列表`, beside: '打开列表', path: entityPath(entity) }
    return choices.length > 0 ? [{ title, choices: [...choices, list] }] : []
  })
}
