import type { Limit } from '../contract.ts'
import { messages } from '../messages.ts'
import type { Reading } from './read-text.ts'

/** A number from a number or its digits; full-width digits, a Chinese full stop as the point, and spaces around them are accepted. */
export function readNumber(value: unknown, field: { readonly label: string }): Reading<number> {
  if (value === null || value === undefined) return { value: null }
  const text =
    typeof value === 'number' ? String(value) : typeof value === 'string' ? value.normalize('NFKC').replace('。', '.').trim() : 'x'
  if (text === '') return { value: null }
  const shape = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i
  const number = Number(text)
  if (!shape.test(text) || !Number.isFinite(number)) return { message: messages.number(field.label) }
  return { value: number === 0 ? 0 : number }
}

/** Limits are inclusive. */
export function checkLimits(value: number, field: { readonly min?: Limit; readonly max?: Limit }): string | undefined {
  if (field.min && value < field.min.is) return field.min.message
  if (field.max && value > field.max.is) return field.max.message
  return undefined
}
