import { choicesOf } from '../../fields/shared.ts'
import type { AnyEntity } from '../entity.ts'
import { fieldOf, ownField, requireFit, requireKnown, type Check } from './assertions.ts'

type Form = NonNullable<AnyEntity['form']>

interface Filled {
  readonly filled: Readonly<Record<string, string | number | undefined>>
  readonly shown: readonly string[]
}

function checkFilled(check: Check, path: string, { filled, shown }: Filled): void {
  for (const [other, value] of Object.entries(filled)) {
    requireKnown(check, path, other, { words: shown, what: 'field of the form' })
    const target = fieldOf(check.entity, other)
    if (target && value !== undefined) requireFit(check, `${path}.${other}`, { field: target, value })
  }
}

/** What a choice writes fits into fields of the form, and the choice exists where its field lists them. */
export function checkFills(check: Check, { fills = {} }: Form, shown: readonly string[]): void {
  for (const [key, values] of Object.entries(fills)) {
    const field = ownField(check, 'form.fills', key)
    if (field && !shown.includes(key)) check.say(`form.fills.${key}`, 'the field is not in the form')
    const choices = field && choicesOf(field)?.map(({ value }) => String(value))
    for (const [choice, filled] of Object.entries(values ?? {})) {
      const path = `form.fills.${key}.${choice}`
      if (choices) requireKnown(check, `form.fills.${key}`, choice, { words: choices, what: `option of ${key}` })
      checkFilled(check, path, { filled, shown })
    }
  }
}

/** What is tried is a call that takes fields of the form; the other params come from its row. */
export function checkTries(check: Check, { tries = {} }: Form, shown: readonly string[]): void {
  const calls = check.entity.calls ?? {}
  for (const [key, spec] of Object.entries(tries)) {
    requireKnown(check, 'form.tries', key, { words: shown, what: 'field of the form' })
    if (!spec) continue
    requireKnown(check, `form.tries.${key}.call`, spec.call, { words: Object.keys(calls), what: 'call' })
    const params = Object.keys(calls[spec.call]?.params ?? {})
    if (calls[spec.call] && !params.some((param) => shown.includes(param)))
      check.say(`form.tries.${key}.call`, `${spec.call} takes no field of the form, so there is nothing to try`)
  }
}
