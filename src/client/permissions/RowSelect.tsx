import { Select } from 'antd'
import { useState } from 'react'
import useSWR from 'swr'
import { api, useSettled } from '../../../engine/client/index.ts'

interface Option {
  readonly value: string
  readonly label: string
}

interface Props {
  /** Where the rows of its entity are asked for. */
  readonly base: string
  readonly label: string
  readonly value: string | undefined
  onChange(value: string | undefined): void
}

/** Chooses a row by its name; the server finds it. */
export function RowSelect({ base, label, value, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed, 300)
  const { data, error, isLoading } = useSWR<readonly Option[], Error>(
    ['rowsToChoose', base, keyword],
    () => api.get<Option[]>(`${base}/options`, { keyword, pageSize: 20 }),
    { revalidateOnFocus: false, keepPreviousData: true, shouldRetryOnError: false },
  )
  return (
    <Select
      showSearch
      allowClear
      aria-label={label}
      placeholder={`请选择${label}`}
      filterOption={false}
      loading={isLoading}
      value={value ?? null}
      options={(data ?? []).map((one) => ({ value: one.value, label: one.label || one.value }))}
      notFoundContent={error ? '未能加载' : undefined}
      onSearch={setTyped}
      onChange={(chosen: string | null) => onChange(chosen ?? undefined)}
    />
  )
}
