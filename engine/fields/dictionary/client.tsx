import { useCurrentUser } from '../../browser/current-user.ts'
import { ChoiceSelect } from '../parts/ChoiceSelect.tsx'
import type { CellProps, ClientField, FilterProps } from '../client-contract.ts'
import type { FieldOf } from '../contract.ts'
import { messages } from '../messages.ts'
import { TagCell } from '../parts/TagCell.tsx'
import { tagColour } from '../parts/tag-colour.ts'
import { useDictionary } from './use-dictionary.ts'

function DictionaryCell({ field, value, text }: CellProps<FieldOf<'dictionary'>>) {
  const items = useCurrentUser().dictionaries[field.code] ?? []
  const index = items.findIndex((item) => item.value === String(value))
  return <TagCell colour={tagColour(index)} text={text || (items[index]?.text ?? messages.gone)} />
}

function DictionaryFilter({ id, field, value, onChange }: FilterProps<FieldOf<'dictionary'>>) {
  return <ChoiceSelect id={id} label={field.label} choices={useDictionary(field.code)} value={value} onChange={onChange} />
}

export const dictionary: ClientField<'dictionary'> = {
  width: { least: 72, most: 160, around: 18 },
  tag: true,
  Cell: DictionaryCell,
  Filter: DictionaryFilter,
}
