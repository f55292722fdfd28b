import type { FieldOptions, FieldValues } from '../contract.ts'
import { messages } from '../messages.ts'
import { patterns } from '../patterns.ts'

/** The result of reading a raw value: its stored shape (null when empty), or a sentence that says why it has none. */
export type Reading<V> = { value: V | null } | { message: string }

/** Invisible characters that make two texts differ or reverse their direction: control, zero-width, direction. */
const unseen = /[\p{Cc}\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu
const unseenButNewline = new RegExp(`(?!\\n)${unseen.source}`, 'gu')

/** One line of visible text: tabs and line breaks become a space, invisible characters and outer spaces are removed. */
export const cleanLine = (text: string): string =>
  text
    .replace(/[\t\n\v\f\r]+/g, ' ')
    .replace(unseen, '')
    .trim()

const cleanLines = (text: string): string => text.replace(/\r\n?/g, '\n').replaceAll('\t', ' ').replace(unseenButNewline, '').trim()

/** One spelling for names that differ in case or width only. */
export const foldCase = (text: string): string => text.normalize('NFKC').toLowerCase()

function read(value: unknown, field: { readonly label: string }, clean: (text: string) => string): Reading<string> {
  if (value === null || value === undefined) return { value: null }
  if (typeof value === 'object' || typeof value === 'function') return { message: messages.format(field.label) }
  return { value: clean(String(value)) || null }
}

/** Clean text of one line; numbers are taken as their digits, objects refused. */
export const readText = (value: unknown, field: { readonly label: string }): Reading<string> => read(value, field, cleanLine)

/** Clean text that may have several lines. */
export const readLines = (value: unknown, field: { readonly label: string }): Reading<string> => read(value, field, cleanLines)

/** Clean text of one line, with case and width unified. */
export const readFolded = (value: unknown, field: { readonly label: string }): Reading<string> =>
  read(value, field, (text) => foldCase(cleanLine(text)))

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
  const parts = Array.isArray(value) ? value : typeof value === 'object' ? [value] : String(value).split(/[,，]/)
  if (parts.some((part) => typeof part === 'object' && part !== null)) return { message: messages.format(field.label) }
  const clean = parts.map((part) => String(part ?? '').trim()).filter((part) => part !== '')
  return { value: [...new Set(clean)].join(',') || null }
}
