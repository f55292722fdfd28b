import { DownOutlined, ReloadOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Col, Grid, Row, Select, Space } from 'antd'
import { Suspense, useId, useState, type FormEvent } from 'react'
import type { AnyField } from '../../schema/index.ts'
import { lazyPart } from '../../browser/lazy-part.tsx'
import { MissingInput } from '../../browser/Missing.tsx'
import type { ListFilter } from '../model/list-model.ts'
import type { Filters, FilterValue } from '../model/list-state.ts'
import { narrowingOf } from '../narrowing.ts'
import { FilterInput } from './FilterInput.tsx'
import { useFilterDraft, type FilterValues } from './use-filter-draft.ts'
import './filter.css'

/** Few lists have a filter whose choices a call answers. */
const CalledChoices = lazyPart(() => import('./CalledChoices.tsx').then((file) => file.CalledChoices), MissingInput)

interface Props extends FilterValues {
  /** Filters fixed by the place of the list; they narrow choices too. */
  readonly fixed: Filters
  /** There is room for only a few filters, as in a drawer or dialog. */
  readonly narrow?: boolean
  /** It stands in a window in which rows are chosen, often above another window with a list. */
  readonly picks?: boolean
  /** There is room for all filters; none is folded away. */
  readonly whole?: boolean
}

const columnsOf = (narrow: boolean | undefined) => (narrow ? { xs: 24, sm: 12, lg: 8 } : { xs: 24, sm: 12, lg: 8, xl: 6, xxl: 4 })

/** Filters that fit beside the buttons on the first line. */
function useFirstLine(narrow: boolean | undefined): number {
  const { lg, xl, xxl } = Grid.useBreakpoint()
  if (narrow) return lg ? 2 : 1
  if (xxl) return 5
  if (xl) return 3
  return lg ? 2 : 1
}

/** The filters in their order, and how many of them stand before the fold; required filters always do. */
function useFold({ filters, narrow, whole }: Props) {
  const firstLine = useFirstLine(narrow)
  const ordered = [...filters].sort((a, b) => Number(a.more) - Number(b.more))
  const plain = ordered.filter((filter) => !filter.more)
  const lastRequired = plain.findLastIndex((filter) => filter.required)
  return { ordered, fit: whole ? ordered.length : Math.min(plain.length, Math.max(firstLine, lastRequired + 1)) }
}

interface ItemProps {
  readonly id: string
  readonly filter: ListFilter
  readonly field: AnyField
  /** All filters, from the bar and from the place. */
  readonly all: Filters
  readonly value: FilterValue | undefined
  onChange(value: FilterValue | undefined): void
}

/** One filter with its label. It is not an antd form item: a filter needs no rules or store, and they would add 18 kB to the first list. */
function FilterItem({ id, filter, field, all, value, onChange }: ItemProps) {
  return (
    <div className="engine-filter">
      <label htmlFor={id} data-required={filter.required ? true : undefined}>
        {field.label}
      </label>
      <div>
        {filter.choices ? (
          <Suspense fallback={<Select id={id} disabled style={{ width: '100%' }} placeholder={`请选择${field.label}`} />}>
            <CalledChoices id={id} label={field.label} name={filter.key} choices={filter.choices} values={all} onChange={onChange} />
          </Suspense>
        ) : (
          <FilterInput
            id={id}
            field={field}
            range={filter.match === 'range'}
            value={value}
            narrowing={narrowingOf(field, all)}
            onChange={onChange}
          />
        )}
      </div>
    </div>
  )
}

/** Filters on one line; required ones are never folded away. Enter or 查询 searches; a choice searches at once; 展开 shows the rest. */
export function FilterBar(props: Props) {
  const { fields, fixed, narrow, picks } = props
  const { draft, search, reset, change } = useFilterDraft(props)
  const { ordered, fit } = useFold(props)
  const [open, setOpen] = useState(false)
  const id = useId()
  const shown = open ? ordered : ordered.slice(0, fit)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    search()
  }
  return (
    <form role="search" aria-label={narrow ? (picks ? '待选数据筛选' : '窗口内筛选') : '筛选'} onSubmit={submit}>
      <Row gutter={[16, 12]}>
        {shown.map((filter) => (
          <Col key={filter.key} {...columnsOf(narrow)}>
            <FilterItem
              id={`${id}-${filter.key}`}
              filter={filter}
              field={fields[filter.key] ?? filter.field}
              all={{ ...draft, ...fixed }}
              value={draft[filter.key]}
              onChange={(value) => change(filter, value)}
            />
          </Col>
        ))}
        <Col flex="auto">
          <Space>
            <Button type="primary" htmlType="submit" icon={<SearchOutlined />}>
              查询
            </Button>
            <Button icon={<ReloadOutlined />} onClick={reset}>
              重置
            </Button>
            {ordered.length > fit && (
              <Button type="link" aria-expanded={open} onClick={() => setOpen(!open)} style={{ paddingInline: 0 }}>
                {open ? '收起' : '展开'} {open ? <UpOutlined /> : <DownOutlined />}
              </Button>
            )}
          </Space>
        </Col>
      </Row>
    </form>
  )
}
