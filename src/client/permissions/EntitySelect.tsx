import { Select } from 'antd'
import type { ExplainableEntity } from './use-explainable.ts'

interface Props {
  readonly entities: readonly ExplainableEntity[]
  readonly value: string | undefined
  onChange(value: string | undefined): void
}

/** Chooses whose rows are asked about. */
export function EntitySelect({ entities, value, onChange }: Props) {
  return (
    <Select
      showSearch
      allowClear
      optionFilterProp="label"
      aria-label="数据类型"
      placeholder="请选择数据类型"
      value={value ?? null}
      options={entities.map((one) => ({ value: one.entity, label: one.title }))}
      onChange={(next: string | null) => onChange(next ?? undefined)}
    />
  )
}
