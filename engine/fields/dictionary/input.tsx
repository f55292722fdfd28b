import { ChoiceSelect } from '../parts/ChoiceSelect.tsx'
import { takenChoices } from '../parts/taken-choices.ts'
import type { FieldInput, InputProps } from '../client-contract.ts'
import type { FieldOf } from '../contract.ts'
import { useDictionary } from './use-dictionary.ts'

function DictionaryInput({ id, field, value, taken, disabled, onChange, onBlur }: InputProps<FieldOf<'dictionary'>>) {
  const choices = takenChoices(useDictionary(field.code), taken)
  const change = (next: string | number | undefined) => onChange(next ?? null)
  return <ChoiceSelect id={id} label={field.label} choices={choices} disabled={disabled} value={value} onChange={change} onBlur={onBlur} />
}

export const dictionary: FieldInput<'dictionary'> = DictionaryInput
