import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import type { ListInRow } from './options.ts'

interface Props {
  readonly id: string
  readonly column: ListInRow
  readonly value: unknown
  onChange(value: unknown): void
}

/** A pair while it is typed: both halves may be missing. */
interface Typed {
  readonly key: string
  readonly value: string
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

function pairsOf(value: unknown): readonly Typed[] {
  if (isObject(value)) return Object.entries(value).map(([key, one]) => ({ key, value: textOf(one) }))
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  return items.filter(isObject).map((one) => ({ key: textOf(one['key']), value: textOf(one['value']) }))
}

/** Names and texts, one below the other. */
function PairsInput({ id, column, value, onChange }: Props) {
  const pairs = pairsOf(value)
  const isByName = isObject(value)
  const send = (next: readonly Typed[]) => onChange(isByName ? Object.fromEntries(next.map((one) => [one.key, one.value])) : next)
  const change = (at: number, part: Partial<Typed>) => send(pairs.map((one, index) => (index === at ? { ...one, ...part } : one)))
  const remove = (at: number) => {
    send(pairs.filter((_, index) => index !== at))
    requestAnimationFrame(() => document.getElementById(id)?.focus())
  }
  return (
    <div className="engine-rows-pairs" role="group" aria-label={column.label}>
      {pairs.map((pair, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a pair has nothing but its place
        <div key={index} className="engine-rows-pair">
          <Input
            aria-label={`第${index + 1}个参数键`}
            placeholder="参数键"
            title={pair.key}
            value={pair.key}
            onChange={(event) => change(index, { key: event.target.value })}
          />
          <Input
            aria-label={`第${index + 1}个参数值`}
            placeholder="参数值"
            title={pair.value}
            value={pair.value}
            onChange={(event) => change(index, { value: event.target.value })}
          />
          <Button
            type="text"
            size="small"
            danger
            icon={<DeleteOutlined />}
            aria-label={`删除第${index + 1}个参数`}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      <Button id={id} size="small" type="dashed" icon={<PlusOutlined />} onClick={() => send([...pairs, { key: '', value: '' }])}>
        添加参数
      </Button>
    </div>
  )
}

/** Texts, confirmed with Enter. What is typed counts at once: its sentence goes then, not when the next button is pressed, which would move. */
function TextsInput({ id, value, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const texts = Array.isArray(value) ? value.map(textOf) : []
  const confirmed = typed.trim() === '' ? texts : texts.slice(0, -1)
  const send = (next: readonly string[], rest: string) => {
    setTyped(rest)
    onChange(rest.trim() === '' ? next : [...next, rest.trim()])
  }
  return (
    <Select<string[]>
      id={id}
      mode="tags"
      open={false}
      suffixIcon={null}
      className="engine-rows-texts"
      placeholder="输入后按回车"
      value={confirmed}
      searchValue={typed}
      onSearch={(text) => send(confirmed, text)}
      onChange={(next) => send(next, next.length < confirmed.length ? typed : '')}
      // A text that is there already changes nothing.
      onSelect={(text) => confirmed.includes(text) && send(confirmed, '')}
      onBlur={() => typed.trim() === '' && setTyped('')}
    />
  )
}

/** The input of a list inside a row. */
export function ListInput(props: Props) {
  return props.column.keyed || isObject(props.value) ? <PairsInput {...props} /> : <TextsInput {...props} />
}
