import { commaList } from '../../../fields/comma-list.ts'
import { isReferenceList, isSecret } from '../../../fields/structure.ts'
import { sharedField } from '../../../fields/shared.ts'
import { checkRow, isWritable } from '../../../schema/check-row.ts'
import type { WireRow } from '../../../schema/index.ts'
import type { Actor, Engine, Model } from '../../contract.ts'
import { starred } from '../../query/mask.ts'
import { withRefusals } from '../../write/drafts/refused-values.ts'
import { UniqueChecker } from './check-unique-values.ts'
import { importColumns, type TransferColumn } from '../sheet/columns.ts'
import type { CheckedSheetRow } from './checked-row.ts'
import { existingRows, matchKeyOf, type ExistingQuery, type ExistingRow } from './existing-rows.ts'
import { ImportPlan } from './import-plan.ts'
import { TextResolver, type ResolvedRow } from './resolve-texts.ts'
import { sentences, type SourceRow } from '../sheet/sheet.ts'
import { SheetParents } from './sheet-parents.ts'

interface ImportTask {
  readonly engine: Engine
  readonly model: Model
  readonly actor: Actor
  /** Fields that have a column in the file. */
  readonly found: readonly string[]
  /** What a row gets from elsewhere than its cells: the field set once for the whole file, the row that it belongs to. */
  givenTo(source: SourceRow): WireRow
  /** All rows of the file: a parent may be one of them. */
  readonly sources: readonly SourceRow[]
}

const asList = (value: unknown): string =>
  commaList(String(value ?? ''))
    .sort()
    .join(',')

/** Secrets that are required on add but that a sheet cannot contain; such an account becomes usable once it is given a password. */
export const waivedFields = ({ entity }: Model): string[] =>
  Object.entries(entity.fields).flatMap(([key, field]) => (isSecret(field) && !entity.import?.columns.includes(key) ? [key] : []))

/** Decides for each row of a file whether it is added, changed, unchanged or wrong. One per file. */
export class RowChecker {
  readonly plan = new ImportPlan()
  /** The stored rows that rows of the sheet refer to. */
  readonly idOf = new Map<number, string>()
  readonly #task: ImportTask
  readonly #columns: readonly TransferColumn[]
  readonly #resolver: TextResolver
  readonly #query: ExistingQuery
  readonly #unique: UniqueChecker
  readonly #parents: SheetParents
  readonly #matchOn: readonly string[]
  readonly #waived: ReadonlySet<string>
  /** Fields that are masked for the importer: they are not told whether the value they sent is the stored one. */
  readonly #starred: ReadonlySet<string>
  readonly #rowOfKey = new Map<string, number>()

  constructor(task: ImportTask) {
    const { engine, model, actor, found } = task
    this.#task = task
    this.#columns = importColumns(model).filter((column) => found.includes(column.key))
    this.#resolver = new TextResolver({ engine, model, actor }, (source) => task.givenTo(source))
    this.#query = { engine, model, actor, db: engine.db.read }
    this.#unique = new UniqueChecker(this.#query)
    this.#parents = new SheetParents(model, task.sources)
    this.#matchOn = model.entity.import?.matchOn ?? []
    this.#waived = new Set(waivedFields(model))
    const whole = actor.permissions.has(`${model.permission}:unmask`)
    this.#starred = new Set(whole ? [] : this.#columns.filter(({ field }) => field.mask).map(({ key }) => key))
  }

  /** Check a batch of rows with a fixed number of queries. */
  async check(sources: readonly SourceRow[]): Promise<void> {
    const resolved = await this.#resolver.resolve(sources)
    for (const row of resolved) this.#parents.find(row)
    const asAdded = resolved.map((row) => this.#checkAdd(row))
    const existing = await existingRows(
      this.#query,
      asAdded.map((row) => row.values),
    )
    const rows = resolved.map((row, index): CheckedSheetRow => {
      const { values, problems } = asAdded[index] ?? { values: {}, problems: {} }
      const stored = existing.get(matchKeyOf(values, this.#matchOn) ?? '')
      if (!stored) return { source: row.source, problems, existing: undefined, full: values, unseen: [] }
      return this.#checkChange(row, stored)
    })
    for (const row of rows) this.#refuseRepetition(row)
    await this.#unique.check(rows)
    for (const row of rows) this.#decide(row)
    this.plan.grow()
  }

  /** After the last batch: what can only be decided for the whole file. */
  finish(): void {
    this.#parents.refuseOrphans(this.plan)
    this.plan.grow('whole')
  }

  #checkAdd(row: ResolvedRow): { values: WireRow; problems: Record<string, string> } {
    const { model } = this.#task
    const checked = checkRow(model.entity, row.values, 'add', { unknown: Object.keys(row.problems) })
    const { values, problems } = withRefusals(model, checked)
    for (const key of this.#waived) delete problems[key]
    return { values, problems: { ...problems, ...row.problems } }
  }

  /** Only cells that differ from the stored values are checked: an unchanged row cannot be wrong. */
  #checkChange(row: ResolvedRow, existing: ExistingRow): CheckedSheetRow {
    const { entity } = this.#task.model
    const own = { ...row.problems }
    const values: WireRow = { ...row.values }
    const unseen: string[] = []
    for (const [key, ids] of Object.entries(row.ambiguous)) {
      if (!ids.includes(String(existing.values[key]))) continue
      delete own[key]
      values[key] = existing.values[key]
    }
    for (const { key, field } of this.#columns) {
      const reading = values[key] === undefined ? undefined : sharedField(field).read(values[key], field)
      const value = reading && 'value' in reading ? reading.value : undefined
      const stored = existing.values[key]
      const stillStarred = field.mask !== undefined && typeof stored === 'string' && value === starred(stored)
      const isUnseen = this.#starred.has(key) && typeof value === 'string' && !stillStarred
      if (isUnseen) unseen.push(key)
      if (stillStarred || (value !== undefined && !isUnseen && this.#isSame(key, value, existing))) delete values[key]
      else if (!isWritable(field, 'edit') && values[key] !== undefined && values[key] !== '') own[key] ??= `${field.label}不可修改`
    }
    const checked = checkRow(entity, values, 'edit', { stored: existing.values, unknown: Object.keys(own) })
    const { values: changed, problems } = withRefusals(this.#task.model, checked, existing.values)
    return { source: row.source, problems: { ...problems, ...own }, existing, full: { ...existing.values, ...changed }, unseen }
  }

  #isSame(key: string, value: unknown, existing: ExistingRow): boolean {
    const stored = existing.values[key]
    if (isReferenceList(this.#task.model.entity.fields[key])) return asList(stored) === asList(value)
    return String(stored ?? '') === String(value ?? '')
  }

  #refuseRepetition({ source, full, problems }: CheckedSheetRow): void {
    const key = matchKeyOf(full, this.#matchOn)
    if (key === undefined || this.#matchOn.some((name) => name in problems)) return
    const earlier = this.#rowOfKey.get(key)
    if (earlier === undefined) this.#rowOfKey.set(key, source.row)
    else problems[this.#matchOn.at(-1) ?? ''] ??= sentences.repeated(earlier)
  }

  #decide(row: CheckedSheetRow): void {
    const { source, problems, existing, full, unseen } = row
    if (existing) this.idOf.set(source.row, existing.id)
    if (Object.keys(problems).length) return this.#refuse(row)
    const keys = this.#columns.map((column) => column.key).filter((key) => key in full)
    if (!existing) {
      const values = Object.fromEntries(keys.flatMap((key) => (full[key] === null ? [] : [[key, full[key]]])))
      this.plan.adds.push({ row: source.row, data: { ...values, ...this.#task.givenTo(source) } })
      return
    }
    const changed = keys.filter((key) => key in existing.values && (unseen.includes(key) || !this.#isSame(key, full[key], existing)))
    if (!changed.length) {
      this.plan.same.add(source.row)
      return
    }
    const seen = (key: string) => (unseen.includes(key) ? starred(String(existing.values[key] ?? '')) : (existing.values[key] ?? ''))
    const base = Object.fromEntries(changed.map((key) => [key, seen(key)]))
    const values = Object.fromEntries(changed.map((key) => [key, full[key] ?? '']))
    const data = { id: existing.id, version: existing.version, _base: base, ...values }
    this.plan.changes.push({ row: source.row, data, ...(unseen.length && { untold: true }) })
  }

  #refuse({ source, problems }: CheckedSheetRow): void {
    for (const [field, message] of Object.entries(problems)) {
      const column = this.#task.model.entity.fields[field]?.label ?? ''
      this.plan.refuse({ row: source.row, column, field, value: source.texts[field] ?? '', message })
    }
  }
}
