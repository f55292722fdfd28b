import { sheetField } from '../../../fields/server.ts'
import { setImmediate } from 'node:timers/promises'
import { isReference } from '../../../fields/structure.ts'
import { isEmpty } from '../../../fields/is-empty.ts'
import { choicesOf, isNumeric, sharedField } from '../../../fields/shared.ts'
import type { AnyField, WireRow } from '../../../schema/index.ts'
import type { Actor, Engine, ListRequest, Model } from '../../contract.ts'
import { Refused } from '../../errors.ts'
import { resolveVia } from '../../query/column-sql.ts'
import { checkedColumns, exportColumns, importColumns, type TransferColumn } from '../sheet/columns.ts'
import { besideOf } from '../check/rows-beside.ts'
import { limits, sentences, type CellValue } from '../sheet/sheet.ts'
import { writeSheet } from '../sheet/workbook.ts'

/** Rows between two pauses, so few that other requests wait only milliseconds. */
const page = 100

/** A column and the field whose values it shows; for `via` that is a field of another row. */
interface ShownColumn extends TransferColumn {
  readonly shown: AnyField
}

/**
 * The cell of one field: numbers as numbers, everything else as the text that an import can read back. A reference is exported as its
 * label only.
 */
function cellOf(row: WireRow, { key, shown }: ShownColumn): CellValue {
  const value = row[key]
  const label = row[`${key}_dictText`]
  if (typeof label === 'string' && label !== '') return label
  if (isEmpty(value) || isReference(shown)) return null
  const text = typeof value === 'string' || typeof value === 'number' ? sharedField(shown).toText(value, shown) : null
  // A number of which the list says a word is that word.
  const isNumber = isNumeric(shown) && !choicesOf(shown) && !Number.isNaN(Number(text))
  return isNumber ? Number(value) : text
}

/** Width of a column in characters. */
export const columnWidth = ({ field }: TransferColumn): number => Math.max(sheetField(field).width ?? 20, field.label.length * 2 + 4)

async function* exportRows(columns: readonly ShownColumn[], steps: AsyncIterable<WireRow[]>): AsyncGenerator<CellValue[]> {
  yield columns.map((column) => column.field.label)
  let count = 0
  for await (const rows of steps) {
    for (const row of rows) {
      if (++count > limits.exportRows) {
        yield [`仅导出前 ${limits.exportRows} 行`]
        return
      }
      yield columns.map((column) => cellOf(row, column))
    }
    await setImmediate()
  }
  if (count === 0) yield [sentences.nothing]
}

/**
 * Take the first step before anything is sent, so that an immediate failure, or a refusal because there are no rows, is a proper
 * answer instead of a file.
 */
async function opened<T>(steps: AsyncIterable<T>, whenEmpty: WhenEmpty): Promise<AsyncIterable<T>> {
  const iterator = steps[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (first.done === true && whenEmpty === 'refuse') throw new Refused(sentences.nothing)
  async function* all(): AsyncGenerator<T> {
    try {
      for (let next = first; next.done !== true; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return?.()
    }
  }
  return all()
}

/** Repeat each row for every row beside it, in the order of their keys; rows without any appear once. */
async function* withBeside(
  engine: Engine,
  { beside, by, actor }: { beside: Model; by: string; actor: Actor },
  steps: AsyncIterable<WireRow[]>,
) {
  for await (const rows of steps) {
    const query = { [`${by}_MultiString`]: rows.map((row) => String(row['id'])).join(','), column: beside.entity.label, order: 'asc' }
    const below: WireRow[] = []
    for await (const step of engine.walk({ entity: beside.name, query, actor }, page)) below.push(...step)
    const byRow = Map.groupBy(below, (row) => row[by])
    yield rows.flatMap((row) => byRow.get(row['id'])?.map((one): WireRow => ({ ...one, ...row })) ?? [row])
  }
}

/** If no rows would be exported: refuse, or say so in the workbook. */
type WhenEmpty = 'refuse' | 'say'

/** The rows of a list request as a workbook, produced page by page while it is sent. */
export async function exportSheet(
  engine: Engine,
  model: Model,
  { whenEmpty, ...request }: ListRequest & { readonly whenEmpty: WhenEmpty },
): Promise<ReadableStream<Uint8Array>> {
  const shownOf = (of: Model) => (column: TransferColumn) => ({
    ...column,
    shown: resolveVia(engine, of, column.key)?.field ?? column.field,
  })
  const beside = request.list === undefined ? besideOf(engine, model, request.actor) : undefined
  const { by = '' } = model.entity.import?.rows ?? {}
  const columns = exportColumns(model, request.list).map(shownOf(model))
  if (beside) columns.push(...[...importColumns(beside), ...checkedColumns(beside)].map(shownOf(beside)))
  const rows = engine.walk(request, page)
  const steps = await opened(beside ? withBeside(engine, { beside, by, actor: request.actor }, rows) : rows, whenEmpty)
  return writeSheet(exportRows(columns, steps), { name: exportName(model), widths: columns.map(columnWidth) })
}

export const exportName = ({ entity }: Model): string => entity.export?.name ?? entity.title
