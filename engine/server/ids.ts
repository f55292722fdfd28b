import { messages } from '../fields/messages.ts'
import { InvalidInput } from './errors.ts'

/** An id as a client sends it; empty if there is none. Anything but text or a number is refused. */
export function readId(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string' && typeof value !== 'number') throw new InvalidInput({ id: messages.format('编号') })
  return String(value).replaceAll('\0', '')
}

/** The ids of `ids=a,b,`: without blanks, each once. */
export const readIds = (value: unknown): string[] => [
  ...new Set(
    readId(value)
      .split(',')
      .map((id) => id.trim())
      .filter(Boolean),
  ),
]
