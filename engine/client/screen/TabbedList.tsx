import { Tabs } from 'antd'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { AnyEntity, TabsSpec } from '../../schema/index.ts'
import { entityIn, tabAt, tabOptions } from '../model/list-tabs.ts'
import { EntityList } from './EntityList.tsx'

interface Props {
  readonly entity: AnyEntity
  /** One of the entity's further lists; the default list otherwise. */
  readonly list?: string
  readonly tabs: TabsSpec<string>
}

/** The rows of one tab. */
function Tab({ entity, list, tabs, tab }: Props & { readonly tab: string }) {
  const narrowed = useMemo(() => entityIn(entity, list, tabs, tab), [entity, list, tabs, tab])
  return <EntityList entity={narrowed} listName={list} place="page" fixed={{ [tabs.by]: tab }} />
}

/** A list whose rows stand in tabs, one for each option of a field; the address says which is open. */
export function TabbedList({ entity, list, tabs }: Props) {
  const [search, setSearch] = useSearchParams()
  return (
    <Tabs
      activeKey={tabAt(entity, tabs, search)}
      destroyOnHidden
      onChange={(tab) => setSearch({ [tabs.by]: tab })}
      items={tabOptions(entity, tabs).map(([value, label]) => ({
        key: value,
        label,
        children: <Tab entity={entity} list={list} tabs={tabs} tab={value} />,
      }))}
    />
  )
}
