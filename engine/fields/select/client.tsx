import { ChoiceSelect } from '../parts/ChoiceSelect.tsx'
import type { ClientField } from '../client-contract.ts'
import { messages } from '../messages.ts'
import { TagCell } from '../parts/TagCell.tsx'
import { tagColour } from '../parts/tag-colour.ts'
import { selectChoices } from './choices.ts'

export const select: ClientField<'select'> = {
  width: { least: 72, most: 160, around: 18 },
  tag: true,
  tellsState: ({ colours }) => colours !== undefined,
  Cell({ field, value, text }) {
    const key = String(value)
    const colour = field.colours ? (field.colours[key] ?? 'default') : tagColour(Object.keys(field.options).indexOf(key))
    return <TagCell colour={colour} text={field.options[key] ?? (text || messages.gone)} />
  },
  Filter: ({ id, field, value, onChange }) => (
    <ChoiceSelect id={id} label={field.label} choices={selectChoices(field)} value={value} onChange={onChange} />
  ),
}
