import { isSecret } from '../../fields/structure.ts'
import type { AnyEntity, AnyField, Fields, WireRow } from '../../schema/index.ts'
import { systemFields } from '../../schema/system-fields.ts'

export interface RecordGroup {
  readonly title: string
  readonly fields: readonly { readonly key: string; readonly field: AnyField }[]
}

/**
 * All fields that a row shows, first in the groups of the form, then the rest; or `only` some, in one group. Fields that the server
 * withholds are not in the row.
 */
export function groupsOf(entity: AnyEntity, fields: Fields, row: WireRow, only?: readonly string[]): RecordGroup[] {
  const known: Fields = { ...fields, ...systemFields }
  const pick = (keys: readonly string[]): RecordGroup['fields'] =>
    keys.flatMap((key) => {
      const field = known[key]
      return field && !isSecret(field) && !field.transient && key in row ? [{ key, field }] : []
    })
  if (only) return [{ title: '', fields: pick(only) }]
  const grouped = Object.entries(entity.form?.groups ?? {})
  const inForm = new Set(grouped.flatMap(([, keys]) => keys))
  const left = Object.keys(entity.fields).filter((key) => !inForm.has(key))
  const groups = [
    ...grouped.map(([title, keys]) => ({ title: title || '基本信息', fields: pick(keys) })),
    { title: inForm.size > 0 ? '其他信息' : '基本信息', fields: pick(left) },
    { title: '记录信息', fields: pick(Object.keys(systemFields).filter((key) => !inForm.has(key) && !left.includes(key))) },
  ]
  return groups.filter((group) => group.fields.length > 0)
}
