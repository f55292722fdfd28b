import { ArrowDownOutlined, ArrowUpOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Checkbox, Empty, Flex, Input, Radio } from 'antd'
import { useState } from 'react'
import { arrange, isChosen, noPreferences, type Density, type ListPreferences } from '../state/preferences.ts'
import type { ListColumn } from '../../model/list-model.ts'
import { clearable } from '../../../fields/parts/clearable.tsx'

export interface ColumnSettingsProps {
  /** The list's own columns, and every other field of its rows. */
  readonly own: readonly ListColumn[]
  readonly more: readonly ListColumn[]
  readonly preferences: ListPreferences
  change(part: Partial<ListPreferences>): void
}

const densities: readonly { value: Density; label: string }[] = [
  { value: 'large', label: '宽松' },
  { value: 'middle', label: '适中' },
  { value: 'small', label: '紧凑' },
]

interface LineProps {
  readonly label: string
  readonly shown: boolean
  /** The only column that is shown cannot be hidden. */
  readonly only: boolean
  toggle(): void
  /** Moves it among the columns that are shown; undefined if it is already at that end. */
  readonly up?: () => void
  readonly down?: () => void
}

function Line({ label, shown, only, toggle, up, down }: LineProps) {
  return (
    <Flex justify="space-between" align="center">
      <Checkbox checked={shown} disabled={only} onChange={toggle}>
        {label}
      </Checkbox>
      {shown && (
        <span style={{ whiteSpace: 'nowrap' }}>
          <Button type="text" size="small" aria-label={`${label} 上移`} icon={<ArrowUpOutlined />} disabled={!up} onClick={up} />
          <Button type="text" size="small" aria-label={`${label} 下移`} icon={<ArrowDownOutlined />} disabled={!down} onClick={down} />
        </span>
      )}
    </Flex>
  )
}

const without = (keys: readonly string[], key: string): string[] => keys.filter((one) => one !== key)

/** All columns; those that are shown come first, in their order. */
function ColumnLines({ own, more, preferences, change, words }: ColumnSettingsProps & { readonly words: string }) {
  const all = arrange([...own, ...more], preferences)
  const chosen = all.filter(isChosen(own, preferences))
  const rest = all.filter((column) => !chosen.includes(column))
  const move = (index: number, by: number) => {
    const next = chosen.map(({ key }) => key)
    const [key] = next.splice(index, 1)
    if (key) next.splice(index + by, 0, key)
    change({ order: next })
  }
  const toggle = ({ key }: ListColumn, shown: boolean) => {
    const order = shown ? without(preferences.order, key) : [...chosen.map((column) => column.key), key]
    if (own.some((column) => column.key === key))
      change({ order, hidden: shown ? [...preferences.hidden, key] : without(preferences.hidden, key) })
    else change({ order, added: shown ? without(preferences.added, key) : [...preferences.added, key] })
  }
  const found = [...chosen, ...rest].filter(({ field }) => field.label.includes(words))
  if (found.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有匹配的字段" />
  return found.map((column) => {
    const index = chosen.indexOf(column)
    const shown = index >= 0
    return (
      <Line
        key={column.key}
        label={column.field.label}
        shown={shown}
        only={shown && chosen.length === 1}
        toggle={() => toggle(column, shown)}
        up={index > 0 ? () => move(index, -1) : undefined}
        down={index < chosen.length - 1 ? () => move(index, 1) : undefined}
      />
    )
  })
}

/** Density, and all columns with a search over them. */
export function ColumnSettings(props: ColumnSettingsProps) {
  const { preferences, change } = props
  const [words, setWords] = useState('')
  return (
    <Flex vertical gap={8} style={{ width: 260 }}>
      <Radio.Group
        size="small"
        optionType="button"
        aria-label="密度"
        options={[...densities]}
        value={preferences.density}
        onChange={(event) => change({ density: densities.find(({ value }) => value === event.target.value)?.value ?? 'middle' })}
      />
      <Input
        allowClear={clearable}
        size="small"
        prefix={<SearchOutlined />}
        placeholder="搜索字段"
        aria-label="搜索字段"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <Flex vertical gap={4} style={{ maxHeight: '50vh', overflow: 'auto' }}>
        <ColumnLines {...props} words={words.trim()} />
      </Flex>
      <Button size="small" onClick={() => change(noPreferences)}>
        恢复默认
      </Button>
    </Flex>
  )
}
