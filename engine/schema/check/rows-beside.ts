import { isStored } from '../../fields/computed.ts'
import { isReference, isRowReference, isVia } from '../../fields/structure.ts'
import { fieldOf, requireKnown, requireDistinct, otherEntity, type Check } from './assertions.ts'

/**
 * Rows of another entity in the same sheet: they belong to this entity's rows, are identified by columns of the sheet, and have column
 * names of their own.
 */
export function checkRowsBeside(check: Check): void {
  const { import: sheet, fields, name } = check.entity
  if (!sheet?.rows) return
  const { entity, by, columns } = sheet.rows
  const other = otherEntity(check, 'import.rows.entity', entity)
  if (!other) return
  requireKnown(check, 'import.rows.by', by, { words: Object.keys(other.fields), what: `field of ${entity}` })
  const back = fieldOf(other, by)
  if (back && (!isRowReference(back) || back.to !== name)) check.say('import.rows.by', `${entity}.${by} does not refer to ${name}`)
  requireDistinct(check, 'import.rows.columns', columns)
  const labels = sheet.columns.map((key) => fields[key]?.label)
  for (const key of columns) {
    requireKnown(check, 'import.rows.columns', key, { words: Object.keys(other.fields), what: `field of ${entity}` })
    const field = fieldOf(other, key)
    if (!field) continue
    if (fieldOf(check.entity, key) || labels.includes(field.label))
      check.say('import.rows.columns', `${key} (${field.label}) is a column of ${name} too, name another`)
    const isChecked = isVia(field) && columns.includes(field.by)
    if (!isChecked && !other.import?.columns.includes(key))
      check.say('import.rows.columns', `${entity} does not import ${key}, name a column of its sheet or a "via" of one`)
    const target = isVia(field) ? fieldOf(other, field.by) : undefined
    const shown = isReference(target) && isVia(field) ? check.entities.get(target.to)?.fields[field.field] : undefined
    if (isChecked && shown && (!isStored(shown) || shown.mask))
      check.say('import.rows.columns', `${key} is not stored or starred, remove it`)
  }
  for (const key of other.import?.matchOn ?? [by])
    if (key !== by && !columns.includes(key))
      check.say('import.rows.columns', `the sheet has no ${key}, by which ${entity} is known; add it`)
  if (!other.import?.matchOn.includes(by))
    check.say('import.rows.entity', `${entity} is not known by ${by} in its own import, add it to "matchOn"`)
}
