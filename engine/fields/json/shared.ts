import type { FieldOf, SharedField } from '../contract.ts'
import { messages } from '../messages.ts'

function fits(value: unknown, shape: FieldOf<'json'>['shape']): boolean {
  if (shape === 'array') return Array.isArray(value)
  return shape !== 'object' || (typeof value === 'object' && value !== null && !Array.isArray(value))
}

function parse(text: string): { parsed: unknown } | undefined {
  try {
    return { parsed: JSON.parse(text) }
  } catch {
    return undefined
  }
}

export const json: SharedField<'json'> = {
  title: 'JSON',
  matches: ['contains', 'exact'],
  read(value, field) {
    if (value === null || value === undefined) return { value: null }
    const text = typeof value === 'string' ? value.trim() : JSON.stringify(value)
    if (text === '') return { value: null }
    const result = parse(text)
    const usual = field.message ?? messages.json(field.label)
    if (!result) return { message: usual }
    if (fits(result.parsed, field.shape)) return { value: text }
    const isOtherShape = typeof result.parsed === 'object' && result.parsed !== null
    return { message: isOtherShape ? (field.otherwise ?? usual) : usual }
  },
  toText: (value) => value,
}
