import { Radio } from 'antd'
import { ChoiceSelect } from '../parts/ChoiceSelect.tsx'
import { takenChoices } from '../parts/taken-choices.ts'
import type { FieldInput } from '../client-contract.ts'
import { selectChoices } from './choices.ts'

/** A few short values are all visible if one is required; otherwise they are in a list. */
export const select: FieldInput<'select'> = ({ id, field, value, taken, disabled, onChange, onBlur }) => {
  const choices = takenChoices(selectChoices(field), taken)
  const isShort = choices.length <= 3 && choices.every((choice) => choice.label.length <= 6)
  if (isShort && (field.required !== undefined || field.default !== undefined)) {
    return (
      <Radio.Group
        id={id}
        aria-label={field.label}
        options={choices}
        disabled={disabled}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  return (
    <ChoiceSelect
      id={id}
      label={field.label}
      choices={choices}
      disabled={disabled}
      value={value}
      onChange={(next) => onChange(next ?? null)}
      onBlur={onBlur}
    />
  )
}
