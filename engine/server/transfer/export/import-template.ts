import { sheetField } from '../../../fields/server.ts'
import { isReference, isReferenceList } from '../../../fields/structure.ts'
import { choicesOf, isNumeric, labelSource, sharedField } from '../../../fields/shared.ts'
import type { AnyField, WireRow } from '../../../schema/index.ts'
import type { Actor, Engine, Model } from '../../contract.ts'
import { checkedColumns, importColumns, isNeeded, type TransferColumn } from '../sheet/columns.ts'
import { columnWidth } from './export-sheet.ts'
import { besideOf } from '../check/rows-beside.ts'
import { ReferenceLookup } from '../check/reference-lookup.ts'
import { writeTemplate, type TemplateColumn } from '../sheet/workbook.ts'

const mostChoices = 500

interface TemplateRequest {
  readonly engine: Engine
  readonly model: Model
  readonly actor: Actor
  /** The field set once for the whole file, which narrows the choices. */
  readonly given: WireRow
}

type Limits = { readonly [key in 'min' | 'max']?: number | { readonly is: number } | undefined }

function limitNote(field: AnyField & Limits): string {
  const [least, most] = [field.min, field.max].map((limit) => (typeof limit === 'object' ? limit.is : limit))
  const notes = isNumeric(field) ? [`不小于${least}`, `不大于${most}`] : [`最少${least}个字符`, `最多${most}个字符`]
  return [least, most].flatMap((limit, index) => (limit === undefined ? [] : (notes[index] ?? []))).join('、')
}

/** One line that explains how to fill in a column. */
function noteOf(column: TransferColumn, required: boolean, isKey: boolean): string {
  const { field } = column
  const kind = sheetField(field).hint ?? sharedField(field).title
  return [
    required ? '必填' : '选填',
    kind,
    limitNote(field),
    isKey ? '按此列识别已有数据' : '',
    field.unique ? '不可重复' : '',
    field.help ?? '',
  ]
    .filter(Boolean)
    .join('；')
}

/** In a sheet with rows beside, required fields are needed only for new rows. */
const onlyNew = ({ entity }: Model, { key, field }: TransferColumn): string =>
  entity.import?.rows && entity.fields[key] === field && field.required && !entity.import.matchOn.includes(key)
    ? `；新的${entity.title}必填`
    : ''

async function textsToChoose({ engine, actor, given }: TemplateRequest, field: AnyField): Promise<readonly string[]> {
  const choices = choicesOf(field)
  if (choices) return choices.map(({ label }) => label)
  const source = labelSource(field)
  if (source?.from === 'dictionary') return ((await engine.dictionaries()).get(source.code) ?? []).map((entry) => entry.text)
  if (!isReference(field)) return []
  const narrowed = Object.entries(field.dependsOn ?? {}).flatMap(([own, other]) => (given[own] === undefined ? [] : [[other, given[own]]]))
  const labels = await new ReferenceLookup(engine, actor, field).labels(mostChoices + 1, Object.fromEntries(narrowed))
  return labels.length > mostChoices ? [] : labels
}

/** An empty workbook made from the schema: notes, headers (required ones with a star), drop-downs. */
export async function importTemplate(request: TemplateRequest): Promise<Uint8Array> {
  const { model, engine, actor } = request
  const columns: TemplateColumn[] = []
  const beside = besideOf(engine, model, actor)
  const below = beside ? [...importColumns(beside), ...checkedColumns(beside)] : []
  for (const column of [...importColumns(model), ...below]) {
    const required = !below.includes(column) && isNeeded(model, column)
    columns.push({
      header: required ? `${column.field.label}*` : column.field.label,
      note: noteOf(column, required, model.entity.import?.matchOn.includes(column.key) ?? false) + onlyNew(model, column),
      width: columnWidth(column),
      required,
      choices: await textsToChoose(request, column.field),
      open: isReferenceList(column.field),
    })
  }
  return writeTemplate(model.entity.title, columns)
}
