import type { FieldOf, SharedField } from '../contract.ts'
import { checkText, readFolded, readText } from '../parts/read-text.ts'

/** Flags in front of an expression, which the server's engine knows and a page's does not. */
const flags = /^\(\?[ims]+\)/

/** Whether it is written like one. It is never run here; the server reads it once more, with the engine that will run it. */
function isExpression(text: string): boolean {
  try {
    return new RegExp(text.replace(flags, '')) instanceof RegExp
  } catch {
    return false
  }
}

function check(value: string, field: FieldOf<'text'>): string | undefined {
  const sentence = checkText(value, field)
  return sentence ?? (field.expression !== undefined && !isExpression(value) ? field.expression : undefined)
}

export const text: SharedField<'text'> = {
  title: '文本',
  matches: ['contains', 'exact'],
  words: 'line',
  read: (value, field) => (field.lowerCase ? readFolded : readText)(value, field),
  check,
  rules: (field) => field,
  toText: (value) => value,
}
