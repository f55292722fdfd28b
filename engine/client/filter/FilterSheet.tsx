import { Badge, Drawer } from 'antd'
import type { ComponentProps } from 'react'
import { isBlank } from '../model/list-state.ts'
import { FilterBar } from './FilterBar.tsx'
import { FilterButton } from './FilterButton.tsx'

interface Props extends ComponentProps<typeof FilterBar> {
  readonly open: boolean
  onOpen(open: boolean): void
}

/** The filters of a list on a telephone: a button that shows how many are set, and a sheet with all of them. */
export function FilterSheet({ open, onOpen, ...props }: Props) {
  const { filters, values } = props
  const active = filters.filter(({ key }) => !isBlank(values[key])).length
  return (
    <>
      <Badge count={active} size="small" title={`${active} 个筛选条件`}>
        <FilterButton aria-label={active > 0 ? `筛选，已设 ${active} 个条件` : '筛选'} onClick={() => onOpen(true)} />
      </Badge>
      <Drawer
        title="筛选"
        placement="bottom"
        height="auto"
        open={open}
        rootClassName="engine-filter-sheet"
        onClose={() => onOpen(false)}
        styles={{ content: { maxHeight: '85vh' } }}
      >
        <FilterBar {...props} whole onDone={() => onOpen(false)} />
      </Drawer>
    </>
  )
}
