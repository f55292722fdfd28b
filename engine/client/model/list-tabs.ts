import type { AnyEntity, ListSpec, TabsSpec } from '../../schema/index.ts'

/** The tabs of a list, if it has any; of the default list without a name. */
export const tabsOf = (entity: AnyEntity, listName: string | undefined): TabsSpec<string> | undefined =>
  ((listName === undefined ? undefined : entity.lists?.[listName]) ?? entity.list).tabs

/** The value and label of each tab. */
export function tabOptions(entity: AnyEntity, { by }: TabsSpec<string>): (readonly [value: string, label: string])[] {
  const field = entity.fields[by]
  return field && 'options' in field ? Object.entries(field.options) : []
}

/** The tab that is open at an address: the one it names, or the first. */
export function tabAt(entity: AnyEntity, tabs: TabsSpec<string>, search: URLSearchParams): string | undefined {
  const options = tabOptions(entity, tabs)
  const asked = search.get(tabs.by)
  return options.find(([value]) => value === asked)?.[0] ?? options[0]?.[0]
}

const keyOfPart = (part: string | { readonly field: string }): string => (typeof part === 'string' ? part : part.field)

/** The list without what other tabs alone have. */
function listIn(list: ListSpec<string>, { only = {} }: TabsSpec<string>, tab: string): ListSpec<string> {
  const elsewhere = new Set(Object.entries(only).flatMap(([value, keys]) => (value === tab ? [] : keys)))
  for (const key of only[tab] ?? []) elsewhere.delete(key)
  const isHere = (part: string | { readonly field: string }) => !elsewhere.has(keyOfPart(part))
  return { ...list, columns: list.columns.filter(isHere), filters: list.filters?.filter(isHere), unfolds: list.unfolds?.filter(isHere) }
}

/** The entity as one tab of its list shows it. */
export function entityIn(entity: AnyEntity, listName: string | undefined, tabs: TabsSpec<string>, tab: string): AnyEntity {
  const further = listName === undefined ? undefined : entity.lists?.[listName]
  if (listName !== undefined && further) return { ...entity, lists: { ...entity.lists, [listName]: listIn(further, tabs, tab) } }
  return { ...entity, list: listIn(entity.list, tabs, tab) }
}
