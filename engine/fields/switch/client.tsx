import { ChoiceSelect } from '../parts/ChoiceSelect.tsx'
import type { ClientField } from '../client-contract.ts'
import { TagCell } from '../parts/TagCell.tsx'
import { positions } from './shared.ts'

export const switchField: ClientField<'switch'> = {
  width: { least: 64, most: 110, around: 18 },
  tag: true,
  tellsState: () => true,
  Cell: ({ field, value }) => (
    <TagCell colour={value === 1 ? 'green' : undefined} text={value === 1 ? positions(field).on : positions(field).off} />
  ),
  Filter({ id, field, value, onChange }) {
    const { on, off } = positions(field)
    const choices = [
      { value: 1, label: on },
      { value: 0, label: off },
    ]
    return <ChoiceSelect id={id} label={field.label} choices={choices} value={value} onChange={onChange} />
  },
}
