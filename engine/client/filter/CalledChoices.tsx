import { Select, Spin } from 'antd'
import { useState } from 'react'
import useSWR from 'swr'
import type { WireRow } from '../../schema/index.ts'
import { api } from '../../browser/api.ts'
import { callAddress } from '../calls.ts'
import { useEntity } from '../../browser/use-entity.ts'
import type { CallChoices } from '../model/list-model.ts'
import type { Filters } from '../model/list-state.ts'

interface Props {
  readonly id: string
  readonly label: string
  /** The name of the filter, and of the field in the answered rows that holds its value. */
  readonly name: string
  readonly choices: CallChoices
  /** All filters of the list. */
  readonly values: Filters
  onChange(value: string | number | undefined): void
}

const isValue = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

/** A filter whose values come from a declared call, depending on the other filters. A refusal says what to choose first. */
export function CalledChoices({ id, label, name, choices, values, onChange }: Props) {
  const [opened, setOpened] = useState(false)
  const { entity } = useEntity(choices.entity)
  const params = Object.keys(entity?.calls?.[choices.call]?.params ?? {})
  const query = Object.fromEntries(params.map((param) => [param, values[param]]))
  const url = entity && callAddress(entity, choices.call).url
  const key = opened && url !== undefined ? [url, JSON.stringify(query)] : null
  const { data, error, isLoading } = useSWR<WireRow[], Error>(key, () => api.get<WireRow[]>(url ?? '', query), {
    shouldRetryOnError: false,
  })
  const options = (data ?? []).map((row) => row[name]).filter(isValue)
  const value = values[name]
  return (
    <Select<string | number>
      id={id}
      style={{ width: '100%' }}
      allowClear
      showSearch
      optionFilterProp="label"
      placeholder={`请选择${label}`}
      options={options.map((option) => ({ value: option, label: String(option) }))}
      notFoundContent={isLoading ? <Spin size="small" /> : error?.message}
      value={isValue(value) ? value : undefined}
      onOpenChange={(open) => open && setOpened(true)}
      onChange={onChange}
    />
  )
}
