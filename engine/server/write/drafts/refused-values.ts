import { isEmpty } from '../../../fields/is-empty.ts'
import { refusalOf } from '../../../fields/server.ts'
import type { CheckedRow } from '../../../schema/check-row.ts'
import type { WireRow } from '../../../schema/index.ts'
import type { Model } from '../../contract.ts'

/** The checked row with what only the server can say of its values; an edit is asked about the values that it changes. */
export function withRefusals({ entity }: Model, { values, problems }: CheckedRow, stored: WireRow = {}): CheckedRow {
  const refused: Record<string, string> = {}
  for (const [key, value] of Object.entries(values)) {
    const field = entity.fields[key]
    if (!field || isEmpty(value) || value === stored[key]) continue
    const sentence = refusalOf(field, value)
    if (sentence !== undefined) refused[key] = sentence
  }
  const kept = Object.entries(values).filter(([key]) => !Object.hasOwn(refused, key))
  return { values: Object.fromEntries(kept), problems: { ...refused, ...problems } }
}
