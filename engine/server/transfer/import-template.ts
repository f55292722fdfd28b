import { isReference, isReferenceList } from '../../fields/structure.ts'
import { sharedField } from '../../fields/shared.ts'
import type { AnyField, WireRow } from '../../schema/index.ts'
import type { Actor, Engine, Model } from '../contract.ts'
import { checkedColumns, importColumns, isNeeded, type TransferColumn } from './columns.ts'
import { widthOf } from './export-sheet.ts'
import { besideOf } from './rows-beside.ts'
import { ReferenceLookup } from './reference-lookup.ts'
import { writeTemplate, type TemplateColumn } from './workbook.ts'

const mostChoices = 500

interface TemplateRequest {
  readonly engine: Engine
  readonly model: Model
  readonly actor: Actor
  /** Field given for the whole file, which narrows the choices. */
  readonly given: WireRow
}

const formats: Readonly<Partial<Record<AnyField['type'], string>>> = {
  date: '如 2026-09-01',
  dateTime: '如 2026-09-01 08:00:00',
  number: '整数',
  decimal: '数字',
  dictionary: '从下拉列表选择',
  select: '从下拉列表选择',
  switch: '从下拉列表选择',
}

function limitNote(field: AnyField): string {
  if ('max' in field && typeof field.max === 'number') return `最多${field.max}个字符`
  if (field.type === 'number' || field.type === 'decimal')
    return [field.min && `不小于${field.min.is}`, field.max && `不大于${field.max.is}`].filter(Boolean).join('、')
  return ''
}

/** One line that says how a column is filled in. */
function noteOf(column: TransferColumn, required: boolean, isKey: boolean): string {
  const { field } = column
  const kind =
    formats[field.type] ?? (field.type === 'multiReference' ? '多个以逗号分隔' : isReference(field) ? '填写名称' : sharedField(field).title)
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

/** Where rows stand beside, what a row needs is asked of new ones only. */
const onlyNew = ({ entity }: Model, { key, field }: TransferColumn): string =>
  entity.import?.rows && entity.fields[key] === field && field.required && !entity.import.matchOn.includes(key)
    ? `；新的${entity.title}必填`
    : ''

async function choicesOf({ engine, actor, given }: TemplateRequest, field: AnyField): Promise<readonly string[]> {
  if (field.type === 'select') return Object.values(field.options)
  if (field.type === 'switch') return [field.on ?? '是', field.off ?? '否']
  if (field.type === 'dictionary') return ((await engine.dictionaries()).get(field.code) ?? []).map((entry) => entry.text)
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
      width: widthOf(column),
      required,
      choices: await choicesOf(request, column.field),
      open: isReferenceList(column.field),
    })
  }
  return writeTemplate(model.entity.title, columns)
}
