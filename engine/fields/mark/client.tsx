import type { ClientField } from '../client-contract.ts'
import { ChoiceSelect } from '../parts/ChoiceSelect.tsx'
import { TagCell } from '../parts/TagCell.tsx'
import { mark as shared, markChoices } from './shared.ts'

export const mark: ClientField<'mark'> = {
  width: { least: 72, most: 120, around: 18 },
  tag: true,
  sortable: false,
  tellsState: () => true,
  Cell: ({ field, value }) => <TagCell colour={value === 1 ? 'default' : 'orange'} text={shared.toText(Number(value), field)} />,
  Filter: ({ id, field, value, onChange }) => (
    <ChoiceSelect id={id} label={field.label} choices={[...markChoices(field)]} value={value} onChange={onChange} />
  ),
}
