import { Input } from 'antd'
import type { AnyField } from '../../schema/index.ts'
import type { FilterValue } from '../list/list-state.ts'

export interface FilterInputProps {
  readonly id: string
  readonly field: AnyField
  readonly range: boolean
  readonly value: FilterValue | undefined
  readonly narrowing: Readonly<Record<string, FilterValue>>
  onChange(value: FilterValue | undefined): void
}

/** The input of one filter, by its field type. */
export function FilterInput({ id, field, value, onChange }: FilterInputProps) {
  return (
    <Input id={id} allowClear placeholder={`请输入${field.label}`} value={value === undefined ? '' : String(value)} onChange={(event) => onChange(event.target.value)} />
  )
}
