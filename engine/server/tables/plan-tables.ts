import sortBy from 'lodash-es/sortBy.js'
import { keepingOf } from '../../fields/server.ts'
import { isPointer } from '../../fields/structure.ts'
import type { AnyField } from '../../schema/index.ts'
import { isSystemField } from '../../schema/system-fields.ts'
import type { Model, OrderedField } from '../contract.ts'
import { columnType, snakeCase, sortKeyOf } from '../model/model.ts'
import { searchedColumns } from '../model/searched-columns.ts'
import type { TableColumn, TableIndex, TableSpec } from './spec.ts'
import { textIndexName } from './text-index.ts'

const audited: readonly TableColumn[] = [
  { name: 'create_by', type: 'text' },
  { name: 'create_time', type: 'text', required: true, default: '' },
  { name: 'update_by', type: 'text' },
  { name: 'update_time', type: 'text' },
  { name: 'version', type: 'integer', required: true, default: 1 },
]

function columnOf(key: string, field: AnyField, models: ReadonlyMap<string, Model>): TableColumn | undefined {
  const column = columnType(field)
  if (!column) return undefined
  const target = isPointer(field) && field.key === undefined ? models.get(field.to) : undefined
  return {
    name: snakeCase(key),
    type: column,
    ...keepingOf(field)?.column(field),
    ...(field.default !== undefined && column !== 'text' ? { default: field.default } : {}),
    ...(target ? { references: { table: target.table, column: target.idColumn } } : {}),
    ...(field.renamedFrom ? { renamedFrom: snakeCase(field.renamedFrom) } : {}),
  }
}

/** The column of a sort key; it is renamed together with its field. */
const keyColumn = ({ column }: OrderedField, field: AnyField | undefined): TableColumn => ({
  name: column,
  type: 'text',
  ...(field?.renamedFrom ? { renamedFrom: sortKeyOf(snakeCase(field.renamedFrom)) } : {}),
})

/** The column of the table that a field is sorted by, if it has one. */
const sortColumn = ({ ordered, stored }: Model, key: string): string | undefined =>
  isSystemField(key) ? snakeCase(key) : [...ordered, ...stored].find((one) => one.key === key)?.column

/** The indexes that the schema's unique rules, references, `index` marks and default sorts need. */
function indexesOf(model: Model): TableIndex[] {
  const { entity, table } = model
  const found = new Map<string, TableIndex>()
  const put = (columns: string[], unique?: true) => {
    const name = `${unique ? 'uq' : 'ix'}_${table}_${columns.join('_')}`.slice(0, 60)
    found.set(name, { name, columns, ...(unique ? { unique } : {}) })
  }
  for (const { column, field } of model.stored) {
    if (typeof field.unique === 'object') put([...field.unique.within.map(snakeCase), column], true)
    else if (field.unique) put([column], true)
    else if (field.index || isPointer(field)) put([column])
  }
  const sort = entity.list.sort
  const sorted = sortColumn(model, sort?.by ?? 'createTime')
  for (const columns of (entity.indexes ?? []).map((keys) => keys.map(snakeCase)))
    // The list's order goes on with the id, without which all rows of an import, written at one time, would be sorted for a page of them.
    put(columns.length > 1 && columns.at(-1) === sorted ? [...columns, model.idColumn] : columns)
  if (sorted) put([sorted, model.idColumn])
  for (const { key, column } of model.ordered) {
    const { unique, index } = entity.fields[key] ?? {}
    if (unique) put(typeof unique === 'object' ? [...unique.within.map(snakeCase), column] : [column])
    else if (index) put([column])
  }
  return [...found.values()]
}

/** The columns that some index of the model's table begins with: rows with one value of such a column are found without reading others. */
export const leadingColumns = (model: Model): ReadonlySet<string> =>
  new Set([model.idColumn, ...indexesOf(model).flatMap(({ columns: [first] }) => first ?? [])])

function linkTables(models: ReadonlyMap<string, Model>): TableSpec[] {
  const links = new Map<string, TableSpec>()
  for (const model of models.values()) {
    for (const { through, to } of model.links) {
      const target = models.get(to)
      const { table, own, other } = through
      if (!target || links.has(table)) continue
      links.set(table, {
        name: table,
        columns: [
          { name: own, type: 'text', required: true, references: { table: model.table, column: model.idColumn } },
          { name: other, type: 'text', required: true, references: { table: target.table, column: target.idColumn } },
        ],
        primaryKey: [own, other],
        indexes: [{ name: `ix_${table}_${other}`, columns: [other] }],
      })
    }
  }
  return [...links.values()]
}

/** The tables that the schemas imply; sub-entities add their fields to the table that they share. */
export function planTables(models: ReadonlyMap<string, Model>): TableSpec[] {
  const tables = new Map<string, { columns: Map<string, TableColumn>; indexes: Map<string, TableIndex>; id: string }>()
  for (const model of models.values()) {
    if (model.entity.source) continue
    const table = tables.get(model.table) ?? { columns: new Map(), indexes: new Map(), id: model.idColumn }
    tables.set(model.table, table)
    table.columns.set(model.idColumn, { name: model.idColumn, type: 'text', required: true })
    for (const [key, field] of Object.entries(model.entity.fields)) {
      const column = key === model.id ? undefined : columnOf(key, field, models)
      if (column) table.columns.set(column.name, column)
    }
    for (const one of model.ordered) table.columns.set(one.column, keyColumn(one, model.entity.fields[one.key]))
    for (const column of audited) table.columns.set(column.name, column)
    if (model.binned) table.columns.set('del_flag', { name: 'del_flag', type: 'integer', required: true, default: 0 })
    for (const index of indexesOf(model)) table.indexes.set(index.name, index)
  }
  for (const [table, columns] of searchedColumns(models)) {
    const name = textIndexName(table)
    tables.get(table)?.indexes.set(name, { name, columns, contains: true })
  }
  const plain = [...tables].map(([name, { columns, indexes, id }]): TableSpec => ({
    name,
    columns: [...columns.values()],
    primaryKey: [id],
    indexes: [...indexes.values()],
  }))
  return sortBy([...plain, ...linkTables(models)], ({ name }) => name)
}
