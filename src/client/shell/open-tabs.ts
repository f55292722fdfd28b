import { anyText, arrayOf, objectOf, nonEmptyText, integer } from '../../../engine/json-schema-parts.ts'
import { readJson } from '../../../engine/outside.ts'

/** A page that is open: where it is, and the whole address last seen there (filters, page, sort). */
export interface OpenTab {
  readonly path: string
  readonly url: string
  readonly title: string
  /** Grows with each reload, so that the page starts afresh. */
  readonly round: number
}

export type TabEvent =
  | { readonly does: 'visit'; readonly path: string; readonly url: string; readonly title: string }
  | { readonly does: 'close'; readonly path: string }
  | { readonly does: 'closeOthers'; readonly path: string }
  | { readonly does: 'reload'; readonly path: string }
  /** Every page starts again from its address without filters. */
  | { readonly does: 'bare' }

/** The first tab, which stays when all others are closed. */
export interface TabRules {
  readonly home: string
}

function visit(tabs: readonly OpenTab[], { path, url, title }: Extract<TabEvent, { does: 'visit' }>, home: string): readonly OpenTab[] {
  const openTab = tabs.find((tab) => tab.path === path)
  if (!openTab) {
    const opened = { path, url, title, round: 0 }
    return path === home ? [opened, ...tabs] : [...tabs, opened]
  }
  if (openTab.url === url && openTab.title === title) return tabs
  return tabs.map((tab) => (tab.path === path ? { ...tab, url, title } : tab))
}

/** The open pages after an event. */
export function nextTabs(tabs: readonly OpenTab[], event: TabEvent, { home }: TabRules): readonly OpenTab[] {
  switch (event.does) {
    case 'visit':
      return visit(tabs, event, home)
    case 'close':
      return tabs.length > 1 ? tabs.filter((tab) => tab.path !== event.path) : tabs
    case 'closeOthers':
      return tabs.filter((tab) => tab.path === event.path || tab.path === home)
    case 'bare':
      return tabs.map((tab) => ({ ...tab, url: tab.path }))
    case 'reload':
      return tabs.map((tab) => (tab.path === event.path ? { ...tab, round: tab.round + 1 } : tab))
  }
}

/** The tab to show after one is closed: its right neighbour, or else its left one. */
export function neighbourOf(tabs: readonly OpenTab[], path: string): OpenTab | undefined {
  const index = tabs.findIndex((tab) => tab.path === path)
  return tabs[index + 1] ?? tabs[index - 1]
}

const stored = arrayOf(
  objectOf<OpenTab>({
    required: { path: true, url: true, title: true, round: true },
    properties: { path: nonEmptyText, url: nonEmptyText, title: anyText, round: integer },
  }),
)

/** The pages that were open before a reload of the browser. */
export const parseTabs = (tabs: string | null): readonly OpenTab[] => readJson(stored, tabs) ?? []
