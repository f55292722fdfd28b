import type { Choice, FieldOf, SharedField } from '../contract.ts'

/** Both values with their texts. */
export const markChoices = ({ on = '是', off = '否' }: FieldOf<'mark'>): readonly (Choice & { readonly value: number })[] => [
  { value: 0, label: off },
  { value: 1, label: on },
]

/** The server looks it up. Anything that a client sends is accepted, but never stored. */
export const mark: SharedField<'mark'> = {
  title: '标记',
  kind: () => 'integer',
  choices: markChoices,
  label: () => ({ from: 'choices' }),
  read: (given, field) => ({ value: markChoices(field).find(({ value, label }) => value === given || label === given)?.value ?? null }),
  toText: (value, field) => markChoices(field).find((choice) => choice.value === value)?.label ?? '',
}
