import type { FieldOptions, FieldValues } from './contract.ts'
import { messages } from './messages.ts'
import { patterns } from './patterns.ts'

/** What reading a raw value gives: its stored shape (null when empty) or the sentence why it has none. */
export type Reading<V> = { value: V | null } | { message: string }

/** Text with outer blanks and NUL removed; numbers are taken as their digits, objects refused. */
export function readText(value: unknown, field: { readonly label: string }): Reading<string> {
  if (value === null || value === undefined) return { value: null }
  if (typeof value === 'object' || typeof value === 'function') return { message: messages.format(field.label) }
  return { value: String(value).replaceAll('\0', '').trim() || null }
}

type TextRules = FieldOptions['text'] & { readonly label: string }

/** The first of length and pattern rules that the text breaks; length counts characters, not code units. */
export function checkText(value: FieldValues['text'], field: TextRules): string | undefined {
  const { label, min, max, pattern } = field
  const length = [...value].length
  if (min && length < min.is) return min.message
  if (typeof max === 'number' && length > max) return messages.maxLength(label, max)
  if (typeof max === 'object' && length > max.is) return max.message
  if (pattern && !patterns[pattern.is].test(value)) return pattern.message
  return undefined
}

/** Parts of a comma list or an array, without blanks and duplicates. */
export function readList(value: unknown, field: { readonly label: string }): Reading<string> {
  if (value === null || value === undefined) return { value: null }
  const parts = Array.isArray(value) ? value : String(value).split(/[,，]/)
  if (parts.some((part) => typeof part === 'object' && part !== null)) return { message: messages.format(field.label) }
  const clean = parts.map((part) => String(part ?? '').trim()).filter((part) => part !== '')
  return { value: [...new Set(clean)].join(',') || null }
}
