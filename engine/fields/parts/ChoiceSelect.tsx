import { Select } from 'antd'
import { messages } from '../messages.ts'

export interface SelectableChoice {
  readonly value: string | number
  readonly label: string
}

interface Props {
  readonly id: string
  readonly label: string
  readonly choices: readonly SelectableChoice[]
  readonly value: unknown
  readonly disabled?: boolean
  onChange(value: string | number | undefined): void
  onBlur?(): void
}

/** One of a few known values; typing narrows the list. A value that is no longer offered stays and is marked as such. */
export function ChoiceSelect({ id, label, choices, value, disabled, onChange, onBlur }: Props) {
  const current = choices.find((choice) => String(choice.value) === String(value ?? ''))?.value
  const stray = current === undefined && (typeof value === 'number' || (typeof value === 'string' && value !== '')) ? value : undefined
  return (
    <Select
      id={id}
      style={{ width: '100%' }}
      allowClear
      showSearch
      optionFilterProp="label"
      placeholder={`请选择${label}`}
      disabled={disabled}
      options={stray === undefined ? [...choices] : [...choices, { value: stray, label: messages.gone, disabled: true }]}
      value={current ?? stray}
      onChange={(next) => onChange(next)}
      onBlur={onBlur}
    />
  )
}
