import { DownOutlined, ReloadOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons'
import { App, Button, Col, Form, Grid, Row, Space } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { clientField } from '../../fields/client.ts'
import type { Fields } from '../../schema/index.ts'
import { keepTyped, missingSentence, withFilter } from './filters.ts'
import type { ListFilter } from '../model/list-model.ts'
import type { Filters, FilterValue } from '../model/list-state.ts'
import { narrowingOf } from '../narrowing.ts'
import { filledAfter, rememberedBy } from '../remember/after-choice.ts'
import { useSession } from '../session.tsx'
import { tellRefusal } from '../refusal.ts'
import { CalledChoices } from './CalledChoices.tsx'
import { FilterInput } from './FilterInput.tsx'

interface Props {
  readonly filters: readonly ListFilter[]
  /** The filters' fields with `via` looked through. */
  readonly fields: Fields
  readonly values: Filters
  readonly defaults: Filters
  /** Filters that the place gives; they narrow choices too. */
  readonly fixed: Filters
  /** Room for few filters in a drawer or dialog. */
  readonly narrow?: boolean
  /** Room for all of them; none is folded away. */
  readonly whole?: boolean
  onSearch(values: Filters): void
  /** Told when a search was asked for by hand that lacks nothing. */
  onDone?(): void
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

/** Filters on one line, those that must be set never folded away. Enter or 查询 searches; a choice searches at once; 展开 shows the rest. */
export function FilterBar({ filters, fields, values, defaults, fixed, narrow, whole, onSearch, onDone }: Props) {
  const app = App.useApp()
  const { offered, remember } = useSession()
  const [draft, setDraft] = useState(values)
  const [open, setOpen] = useState(false)
  const id = useId()
  const firstLine = useFirstLine(narrow)
  const known = useRef(values)
  useEffect(() => {
    const before = known.current
    known.current = values
    setDraft((current) => keepTyped(current, before, values))
  }, [values])

  const ordered = [...filters].sort((a, b) => Number(a.more) - Number(b.more))
  const plain = ordered.filter((filter) => !filter.more)
  const lastRequired = plain.findLastIndex((filter) => filter.required)
  const fit = whole ? ordered.length : Math.min(plain.length, Math.max(firstLine, lastRequired + 1))
  const folded = ordered.length - fit
  const shown = open ? ordered : ordered.slice(0, fit)

  const search = (next: Filters) => {
    const missing = missingSentence(filters, next)
    if (missing) void app.message.warning(missing)
    else onDone?.()
    onSearch(next)
  }
  const reset = () => {
    setDraft(defaults)
    onSearch(defaults)
  }
  const keep = async (key: string, to: string, id: string) => {
    try {
      const now = await remember(to, id)
      if (known.current[key] !== id) return
      const next = filledAfter({ key, fields, filters, values: known.current }, now)
      if (next) onSearch(next)
    } catch (error) {
      tellRefusal(app, error)
    }
  }
  const change = (filter: ListFilter, value: FilterValue | undefined) => {
    const next = withFilter(draft, { key: filter.key, value, fields })
    setDraft(next)
    if (filter.choices || !clientField(fields[filter.key] ?? filter.field).written) onSearch(next)
    const to = rememberedBy(fields, filter.key, offered)
    if (to !== undefined && typeof value === 'string' && value !== '') void keep(filter.key, to, value)
  }

  return (
    <Form colon={false} onFinish={() => search(draft)} role="search" aria-label="筛选">
      <Row gutter={[16, 12]}>
        {shown.map((filter) => {
          const field = fields[filter.key] ?? filter.field
          const inputId = `${id}-${filter.key}`
          return (
            <Col key={filter.key} {...columnsOf(narrow)}>
              <Form.Item label={field.label} htmlFor={inputId} required={Boolean(filter.required)} style={{ marginBottom: 0 }}>
                {filter.choices ? (
                  <CalledChoices
                    id={inputId}
                    label={field.label}
                    name={filter.key}
                    choices={filter.choices}
                    values={{ ...draft, ...fixed }}
                    onChange={(value) => change(filter, value)}
                  />
                ) : (
                  <FilterInput
                    id={inputId}
                    field={field}
                    range={filter.match === 'range'}
                    value={draft[filter.key]}
                    narrowing={narrowingOf(field, { ...draft, ...fixed })}
                    onChange={(value) => change(filter, value)}
                  />
                )}
              </Form.Item>
            </Col>
          )
        })}
        <Col flex="auto">
          <Space>
            <Button type="primary" htmlType="submit" icon={<SearchOutlined />}>
              查询
            </Button>
            <Button icon={<ReloadOutlined />} onClick={reset}>
              重置
            </Button>
            {folded > 0 && (
              <Button type="link" aria-expanded={open} onClick={() => setOpen(!open)} style={{ paddingInline: 0 }}>
                {open ? '收起' : '展开'} {open ? <UpOutlined /> : <DownOutlined />}
              </Button>
            )}
          </Space>
        </Col>
      </Row>
    </Form>
  )
}
