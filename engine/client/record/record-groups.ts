import type { AnyEntity, AnyField, Fields, WireRow } from '../../schema/index.ts'

export interface FieldGroup {
  readonly title: string
  readonly fields: readonly { readonly key: string; readonly field: AnyField }[]
}

/** What every row has beside its declared fields. */
const system: Fields = {
  createBy: { type: 'text', label: '创建人' },
  createTime: { type: 'dateTime', label: '创建时间' },
  updateBy: { type: 'text', label: '更新人' },
  updateTime: { type: 'dateTime', label: '更新时间' },
}

/** All that a row shows of its fields, in the groups of the form and then the rest; what the server withholds is not in the row. */
export function groupsOf(entity: AnyEntity, fields: Fields, row: WireRow): FieldGroup[] {
  const known = { ...fields, ...system }
  const pick = (keys: readonly string[]): FieldGroup['fields'] =>
    keys.flatMap((key) => {
      const field = known[key]
      return field && field.type !== 'secret' && !field.transient && key in row ? [{ key, field }] : []
    })
  const grouped = Object.entries(entity.form?.groups ?? {})
  const inForm = new Set(grouped.flatMap(([, keys]) => keys))
  const left = Object.keys(entity.fields).filter((key) => !inForm.has(key))
  const groups = [
    ...grouped.map(([title, keys]) => ({ title: title || '基本信息', fields: pick(keys) })),
    { title: inForm.size > 0 ? '其他信息' : '基本信息', fields: pick(left) },
    { title: '记录信息', fields: pick(Object.keys(system)) },
  ]
  return groups.filter((group) => group.fields.length > 0)
}
