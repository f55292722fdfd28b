import type { SharedField } from '../contract.ts'
import { messages } from '../messages.ts'
import { patterns } from '../patterns.ts'
import { isEmpty } from '../is-empty.ts'
import { strengthOf } from './strength.ts'

/** Argon2 reads the whole text, so its length is bounded. */
const longest = 200

export const secret: SharedField<'secret'> = {
  title: '密码',
  matches: [],
  relations: ({ sameAs }) =>
    sameAs
      ? [{ option: 'sameAs', other: sameAs.field, message: sameAs.message, bothWays: false, isBroken: (own, other) => own !== other }]
      : [],
  read(value, field) {
    if (isEmpty(value)) return { value: null }
    return typeof value === 'string' ? { value } : { message: messages.format(field.label) }
  },
  check(value, field) {
    if (value.length > longest) return messages.maxLength(field.label, longest)
    if (field.strength && strengthOf(value) < field.strength.is) return field.strength.message
    return field.pattern && !patterns[field.pattern.is].test(value) ? field.pattern.message : undefined
  },
  toText: () => '',
}
