/** A node of the menu as the server sends it. */
export interface MenuNode {
  readonly id: string
  readonly name: string
  readonly path: string
  /** What shows it: `entity:course`, `entity:course/list`, `screen:dashboard`, `frame:` or `link:` and an address of the web. */
  readonly screen?: string
  readonly redirect?: string | null
  readonly hidden?: boolean
  readonly meta?: { readonly title?: string; readonly icon?: string | null }
  readonly children?: readonly MenuNode[]
}

export interface Trail {
  readonly node: MenuNode
  readonly parents: readonly MenuNode[]
}

/** The menu with addresses as browsers have them: a page of another server stands at a word of its own, a link leads there itself. */
export const addressed = (menu: readonly MenuNode[]): readonly MenuNode[] =>
  menu.map((node) => {
    const link = /^link:(.*)/.exec(node.screen ?? '')?.[1]
    const path = link ?? (node.path.startsWith('/') ? node.path : `/${node.path}`)
    return { ...node, path, ...(node.children && { children: addressed(node.children) }) }
  })

export const titleOf = (node: MenuNode): string => node.meta?.title ?? node.name

/** Every node that opens a page, with the folders above it. */
export function pagesOf(menu: readonly MenuNode[], parents: readonly MenuNode[] = []): readonly Trail[] {
  return menu.flatMap((node) => {
    const below = pagesOf(node.children ?? [], [...parents, node])
    return node.screen && !node.children?.length ? [{ node, parents }, ...below] : below
  })
}

/** Ids of every folder, at any depth. */
export const foldersOf = (menu: readonly MenuNode[]): readonly string[] =>
  menu.flatMap((node) => (node.children?.length ? [node.id, ...foldersOf(node.children)] : []))

/** The page at an address, if the user has it. */
export function pageAt(menu: readonly MenuNode[], pathname: string): Trail | undefined {
  const wanted = pathname.replace(/\/+$/, '')
  return pagesOf(menu).find(({ node }) => node.path === wanted)
}

/** Address at which the menu has a screen such as `entity:course`. */
export function pathOf(menu: readonly MenuNode[], screen: string): string | undefined {
  return pagesOf(menu).find(({ node }) => node.screen === screen)?.node.path
}

/** An additional way to compare texts, such as by pinyin. */
type Matches = (text: string, query: string) => boolean

/**
 * The visible part of the menu whose titles contain the words, or match them in the additional way. A folder that matches keeps everything
 * below it.
 */
export function filterMenu(menu: readonly MenuNode[], words: string, matches: Matches = () => false): readonly MenuNode[] {
  const wanted = words.trim().toLowerCase()
  const fits = (node: MenuNode) => titleOf(node).toLowerCase().includes(wanted) || matches(titleOf(node), wanted)
  return menu.flatMap((node) => {
    if (node.hidden) return []
    if (!node.children?.length) return node.screen && fits(node) ? [node] : []
    const children = filterMenu(node.children, fits(node) ? '' : wanted, matches)
    return children.length ? [{ ...node, children }] : []
  })
}
