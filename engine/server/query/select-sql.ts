import { sql, type RawBuilder } from 'kysely'
import type { AnyField } from '../../schema/index.ts'
import type { Model } from '../contract.ts'
import { columnSql, joinTarget, resolveVia, type Catalog, type Joins } from './column-sql.ts'

const systemKeys = ['createBy', 'createTime', 'updateBy', 'updateTime', 'version'] as const

/** How the display text of a field is found. */
export type LabelOf = { readonly key: string; readonly kind: 'options' | 'dictionary' | 'joined'; readonly field: AnyField }

/** What leaves the server of one entity's rows: secrets, link lists and transient fields are not columns. */
export interface Selection {
  readonly joins: Joins
  readonly columns: readonly RawBuilder<unknown>[]
  readonly labels: readonly LabelOf[]
}

const isReadable = (field: AnyField): boolean =>
  field.type !== 'secret' && !field.transient && !(field.type === 'multiReference' && field.through !== undefined)

/** Columns of a row and of its labels, by wire name, over `alias`. */
export function selectionOf(catalog: Catalog, model: Model, alias: string): Selection {
  const joins: Joins = new Map()
  const columns: RawBuilder<unknown>[] = []
  const labels: LabelOf[] = []
  const put = (key: string, name = key) => columns.push(sql`${columnSql(catalog, joins, { model, alias, key })} as ${sql.ref(name)}`)
  put('id')
  if (model.id !== 'id') put('id', model.id)
  for (const [key, field] of Object.entries(model.entity.fields)) {
    if (key === model.id || !isReadable(field)) continue
    put(key)
    const shown = resolveVia(catalog, model, key)
    if (!shown) continue
    if (shown.field.type === 'select') labels.push({ key, kind: 'options', field: shown.field })
    if (shown.field.type === 'dictionary') labels.push({ key, kind: 'dictionary', field: shown.field })
    if (shown.field.type === 'reference' || shown.field.type === 'treeReference') {
      const joined = joinTarget(catalog, joins, { model, alias, key })
      if (!joined) continue
      columns.push(sql`${columnSql(catalog, joins, { ...joined, key: shown.field.show })} as ${sql.ref(`${key}_dictText`)}`)
      labels.push({ key, kind: 'joined', field: shown.field })
    }
  }
  for (const key of systemKeys) put(key)
  return { joins, columns, labels }
}
