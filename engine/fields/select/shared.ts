import type { FieldOf, SharedField } from '../contract.ts'
import { messages } from '../messages.ts'
import { readText } from '../parts/read-text.ts'

const isNumeric = (key: string): boolean => /^-?(0|[1-9]\d*)$/.test(key)

/** Are the keys numbers on the wire and in the table? */
export const hasNumericKeys = (field: FieldOf<'select'>): boolean => Object.keys(field.options).every(isNumeric)

/** The key in wire form. */
export const optionValue = (key: string): string | number => (isNumeric(key) ? Number(key) : key)

export const select: SharedField<'select'> = {
  title: '选项',
  kind: (field) => (hasNumericKeys(field) ? 'integer' : 'text'),
  choices: ({ options }) => Object.entries(options).map(([key, label]) => ({ value: optionValue(key), label })),
  label: () => ({ from: 'choices' }),
  read(value, field) {
    const reading = readText(value, field)
    if ('message' in reading || reading.value === null) return reading
    const given = reading.value
    if (Object.hasOwn(field.options, given)) return { value: optionValue(given) }
    const key = Object.keys(field.options).find((candidate) => field.options[candidate] === given)
    return key === undefined ? { message: messages.option(field.label, Object.values(field.options)) } : { value: optionValue(key) }
  },
  toText: (value, field) => field.options[value] ?? String(value),
}
