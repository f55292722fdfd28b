import { Select, Spin } from 'antd'
import { useRef, useState } from 'react'
import { commaList } from '../comma-list.ts'
import type { ReferenceField } from '../structure.ts'
import type { Narrowing } from '../client-contract.ts'
import { messages } from '../messages.ts'
import { besideText, useChoices, useTexts } from './use-options.ts'

interface Props {
  readonly id: string
  readonly field: ReferenceField
  /** An id, or several joined by commas if several are allowed. */
  readonly value: unknown
  readonly text?: string
  readonly narrowing: Narrowing
  readonly multiple?: boolean
  readonly disabled?: boolean
  onChange(value: string | undefined): void
  onBlur?(): void
}

/** Chooses rows of another entity by searching on the server; keeps the text of the chosen rows when the list changes. */
export function ReferenceSelect({ id, field, value, text, narrowing, multiple, disabled, onChange, onBlur }: Props) {
  const [keyword, setKeyword] = useState('')
  const [opened, setOpened] = useState(false)
  const known = useRef(new Map<string, string>())
  const chosen = commaList(value)
  const texts = text?.split(',') ?? []
  if (texts.length === chosen.length) chosen.forEach((part, index) => known.current.set(part, texts[index] || messages.gone))

  const { data, isLoading, error } = useChoices(field, { keyword, narrowing, when: opened })
  for (const option of data ?? []) known.current.set(option.value, besideText(field, option))
  const fetched = useTexts(
    field,
    chosen.filter((part) => !known.current.has(part)),
  )
  const labelOf = (part: string): string => known.current.get(part) ?? fetched.texts.get(part) ?? fetched.absent ?? messages.loading
  const listed = new Set(data?.map((option) => option.value))
  const kept = keyword ? [] : chosen.filter((part) => !listed.has(part)).map((part) => ({ value: part, label: labelOf(part) }))
  const current = chosen.map((part) => ({ value: part, label: labelOf(part) }))

  return (
    <Select
      id={id}
      style={{ width: '100%' }}
      mode={multiple ? 'multiple' : undefined}
      maxTagCount={multiple ? 'responsive' : undefined}
      labelInValue
      allowClear
      showSearch
      filterOption={false}
      placeholder={`请选择${field.label}`}
      disabled={disabled}
      loading={isLoading}
      notFoundContent={isLoading ? <Spin size="small" /> : error ? error.message : undefined}
      options={[...kept, ...(data ?? []).map((option) => ({ value: option.value, label: besideText(field, option) }))]}
      value={multiple ? current : current[0]}
      searchValue={keyword}
      onSearch={setKeyword}
      onOpenChange={(open) => {
        if (open) setOpened(true)
        else setKeyword('')
      }}
      onChange={(next) => {
        const list = Array.isArray(next) ? next : next ? [next] : []
        for (const item of list) if (typeof item.label === 'string') known.current.set(item.value, item.label)
        onChange(list.map((item) => item.value).join(',') || undefined)
      }}
      onBlur={onBlur}
    />
  )
}
