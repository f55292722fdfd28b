import { Tag } from 'antd'
import { ChoiceSelect } from '../parts/ChoiceSelect.tsx'
import type { ClientField } from '../client-contract.ts'
import { positions } from './shared.ts'

export const switchField: ClientField<'switch'> = {
  width: { least: 64, most: 110, around: 18 },
  tag: true,
  tellsState: () => true,
  Cell: ({ field, value }) => (value === 1 ? <Tag color="green">{positions(field).on}</Tag> : <Tag>{positions(field).off}</Tag>),
  Filter({ id, field, value, onChange }) {
    const { on, off } = positions(field)
    const choices = [
      { value: 1, label: on },
      { value: 0, label: off },
    ]
    return <ChoiceSelect id={id} label={field.label} choices={choices} value={value} onChange={onChange} />
  },
}
