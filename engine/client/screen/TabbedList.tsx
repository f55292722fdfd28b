import { Tabs } from 'antd'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { AnyEntity, ListSpec, TabsSpec } from '../../schema/index.ts'
import { EntityList } from './EntityList.tsx'

interface Props {
  readonly entity: AnyEntity
  /** One of the entity's further lists; the default list otherwise. */
  readonly list?: string
  readonly tabs: TabsSpec<string>
}

const keyOfPart = (part: string | { readonly field: string }): string => (typeof part === 'string' ? part : part.field)

/** The list without what other tabs alone have. */
function listIn(list: ListSpec<string>, { only = {} }: TabsSpec<string>, tab: string): ListSpec<string> {
  const elsewhere = new Set(Object.entries(only).flatMap(([value, keys]) => (value === tab ? [] : keys)))
  for (const key of only[tab] ?? []) elsewhere.delete(key)
  const isHere = (part: string | { readonly field: string }) => !elsewhere.has(keyOfPart(part))
  return { ...list, columns: list.columns.filter(isHere), filters: list.filters?.filter(isHere), unfolds: list.unfolds?.filter(isHere) }
}

/** The rows of one tab. */
function Tab({ entity, list, tabs, tab }: Props & { readonly tab: string }) {
  const narrowed = useMemo<AnyEntity>(() => {
    const further = list === undefined ? undefined : entity.lists?.[list]
    if (list !== undefined && further) return { ...entity, lists: { ...entity.lists, [list]: listIn(further, tabs, tab) } }
    return { ...entity, list: listIn(entity.list, tabs, tab) }
  }, [entity, list, tabs, tab])
  return <EntityList entity={narrowed} listName={list} place="page" fixed={{ [tabs.by]: tab }} />
}

/** A list whose rows stand in tabs, one for each option of a field; the address says which is open. */
export function TabbedList({ entity, list, tabs }: Props) {
  const [search, setSearch] = useSearchParams()
  const field = entity.fields[tabs.by]
  const options = field && 'options' in field ? Object.entries(field.options) : []
  const asked = search.get(tabs.by)
  const open = options.find(([value]) => value === asked)?.[0] ?? options[0]?.[0]
  return (
    <Tabs
      activeKey={open}
      destroyOnHidden
      onChange={(tab) => setSearch({ [tabs.by]: tab })}
      items={options.map(([value, label]) => ({
        key: value,
        label,
        children: <Tab entity={entity} list={list} tabs={tabs} tab={value} />,
      }))}
    />
  )
}
