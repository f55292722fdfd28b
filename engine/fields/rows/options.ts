import { anything, constTrue, mapOf, scalar, nonEmptyText, unionOf, type Json, type JsonOf } from '../../json-schema-parts.ts'
import type { OptionNames, TypeOptions } from '../contract.ts'
import { limit } from '../parts/limits.ts'
import { columnOptions, type RowColumn } from './columns/options.ts'

type StartRow = Readonly<Record<string, unknown>>

declare module '../contract.ts' {
  interface FieldTypes {
    /** A list of rows that have fields of their own, kept as JSON. */
    rows: {
      options: {
        /**
         * The fields of each row: a plain type with its options, or `list` (texts; with `keyed` a name and a text each), with `label`,
         * `required` and `default`.
         */
        readonly columns: Readonly<Record<string, RowColumn>>
        /** The fewest rows, if there are any; `required` asks for one. */
        readonly min?: Limit
        /** The most rows. */
        readonly max?: Limit
        /** What a new row may be, by name, with the values that it starts with. */
        readonly adds?: Readonly<Record<string, StartRow>>
      }
      value: string
      sent: 'parsed'
    }
  }
}

const startRow: JsonOf<StartRow> = { type: 'object', additionalProperties: anything }
/** Lists have no field type of their own, only columns do. */
const list: Json = {
  required: ['label'],
  properties: { type: true, label: nonEmptyText, required: nonEmptyText, default: scalar, keyed: constTrue },
  additionalProperties: false,
}

const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'
const isPair = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && 'key' in item && 'value' in item && typeof item.key === 'string' && isScalar(item.value)

/** What is wrong with a value that a new row starts with. */
function startProblem(column: RowColumn | undefined, value: unknown): string | undefined {
  if (!column) return 'there is no such column, rename it'
  if (column.type === 'list') {
    if (!Array.isArray(value)) return 'it must be a list'
    return value.every((one) => (column.keyed ? isPair(one) : isScalar(one))) ? undefined : 'the list holds something else, see `keyed`'
  }
  if (!isScalar(value)) return 'it must be a text or a number'
  return 'options' in column && !(String(value) in column.options) ? 'there is no such option, correct it' : undefined
}

function columnJson(names: OptionNames): Json {
  const cases = Object.entries(columnOptions).map(([type, options]): [string, Json] => {
    const own = options.shape(names)
    const properties = { type: true, label: nonEmptyText, required: nonEmptyText, default: scalar, ...own.properties }
    return [type, { required: ['label', ...Object.keys(own.required)], properties, additionalProperties: false }]
  })
  return unionOf('type', { ...Object.fromEntries(cases), list })
}

export const rows: TypeOptions<'rows'> = {
  shape: (names) => ({
    required: { columns: true },
    properties: { columns: { ...mapOf(columnJson(names)), minProperties: 1 }, min: limit, max: limit, adds: mapOf(startRow) },
  }),
  check({ columns, adds = {} }, { names, say, known }) {
    for (const [label, start] of Object.entries(adds))
      for (const [key, value] of Object.entries(start)) {
        const problem = startProblem(columns[key], value)
        if (problem !== undefined) say(`adds.${label}.${key}`, problem)
      }
    for (const [key, column] of Object.entries(columns)) {
      const path = `columns.${key}`
      if (!/^[a-z][A-Za-z0-9]*$/.test(key)) say(path, 'a column key is a camelCase name of letters and digits, rename it')
      if (column.type === 'list') continue
      columnOptions[column.type].check?.(column, {
        names,
        say: (option, problem) => say(`${path}.${option}`, problem),
        known: (option, word, among) => known(`${path}.${option}`, word, among),
      })
    }
  },
  renamable: false,
}
