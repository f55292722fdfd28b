import { ReloadOutlined } from '@ant-design/icons'
import { Button, Flex, Space, Tooltip } from 'antd'
import { PhoneFilters } from '../../filter/PhoneFilters.tsx'
import { usePhone } from '../../parts/use-phone.ts'
import { SelectionBar } from '../rows/SelectionBar.tsx'
import type { EntityListState } from '../state/use-entity-list.ts'
import { ColumnChooser } from './ColumnChooser.tsx'
import { ListButtons } from './ListButtons.tsx'

/** The toolbar of a list: what can be done, how many rows are chosen, which columns are shown. On a telephone it has the filters too. */
export function ListToolbar({ list }: { readonly list: EntityListState }) {
  const phone = usePhone()
  const filters = phone && list.bar.filters.length > 0 && <PhoneFilters {...list.bar} />
  return (
    <Flex justify="space-between" gap={8} wrap className="engine-toolbar" role="toolbar" aria-label="列表操作">
      <ListButtons list={list} lead={filters} />
      <Space size={4}>
        <SelectionBar store={list.selection} />
        {!phone && <ColumnChooser {...list.whole} preferences={list.preferences} change={list.prefer} />}
        <Tooltip title="刷新">
          <Button type="text" aria-label="刷新" icon={<ReloadOutlined />} onClick={list.data.reload} />
        </Tooltip>
      </Space>
    </Flex>
  )
}
