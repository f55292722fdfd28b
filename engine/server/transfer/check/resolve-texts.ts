import { labelSource } from '../../../fields/shared.ts'
import { isReference, isReferenceList, type ReferenceField } from '../../../fields/structure.ts'
import type { AnyField, WireRow } from '../../../schema/index.ts'
import type { Actor, DictionaryEntry, Engine, Model } from '../../contract.ts'
import { checkedColumns, importColumns, type CheckedColumn, type TransferColumn } from '../sheet/columns.ts'
import { ReferenceLookup, type Found } from './reference-lookup.ts'
import { sentences, type SourceRow } from '../sheet/sheet.ts'

/** A row whose texts have become values; each text that could not be resolved has its sentence. */
export interface ResolvedRow {
  readonly source: SourceRow
  readonly values: WireRow
  readonly problems: Record<string, string>
  /** Ids that an ambiguous text may refer to, by field. */
  readonly ambiguous: Record<string, readonly string[]>
}

const mostSuggestions = 200
const cellErrors = new Set(['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A', '#ERR!'])
const partsOf = (text: string): string[] =>
  text
    .split(/[,，、;；\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** References whose choice depends on other columns come after those columns. */
function inOrder(columns: readonly TransferColumn[]): TransferColumn[] {
  const depth = (column: TransferColumn, seen: readonly string[] = []): number => {
    if (!isReference(column.field) || seen.includes(column.key)) return 0
    const before = columns.filter(
      (other) => other.key !== column.key && isReference(column.field) && other.key in (column.field.dependsOn ?? {}),
    )
    return 1 + Math.max(0, ...before.map((other) => depth(other, [...seen, column.key])))
  }
  return columns.toSorted((a, b) => depth(a) - depth(b))
}

/** Resolves dictionary texts and reference labels of sheet rows into values, in batches. One per file. */
export class TextResolver {
  readonly #columns: readonly TransferColumn[]
  readonly #lookups = new Map<string, ReferenceLookup>()
  readonly #engine: Engine
  readonly #givenTo: (source: SourceRow) => WireRow
  readonly #checked: readonly CheckedColumn[]
  #suggestions = 0

  constructor({ engine, model, actor }: { engine: Engine; model: Model; actor: Actor }, givenTo: (source: SourceRow) => WireRow) {
    this.#engine = engine
    this.#givenTo = givenTo
    this.#checked = checkedColumns(model)
    this.#columns = inOrder(importColumns(model))
    for (const { key, field } of this.#columns) if (isReference(field)) this.#lookups.set(key, new ReferenceLookup(engine, actor, field))
  }

  async resolve(rows: readonly SourceRow[]): Promise<ResolvedRow[]> {
    const dictionaries = await this.#engine.dictionaries()
    const resolved = rows.map((source): ResolvedRow => ({ source, values: { ...this.#givenTo(source) }, problems: {}, ambiguous: {} }))
    for (const { key, field } of this.#columns) {
      const lookup = this.#lookups.get(key)
      const source = labelSource(field)
      if (lookup) await lookup.load(rows.flatMap(({ texts }) => this.#names(field, texts[key] ?? '')))
      for (const row of resolved) {
        const text = row.source.texts[key]
        if (text === undefined) continue
        if (cellErrors.has(text)) row.problems[key] = sentences.formula(text)
        else if (isReference(field) && lookup) await this.#refer({ row, key, field, lookup, text })
        else if (source?.from === 'dictionary') this.#translate(row, key, dictionaries.get(source.code) ?? [])
        else row.values[key] = text
      }
    }
    for (const column of this.#checked) for (const row of resolved) this.#compare(row, column)
    return resolved
  }

  /** What a sheet states about a referenced row is compared with that row, not written. */
  #compare(row: ResolvedRow, { key, field }: CheckedColumn): void {
    const text = row.source.texts[key]?.trim() ?? ''
    const id = row.values[field.by]
    if (text === '' || typeof id !== 'string' || field.by in row.problems) return
    const shown = this.#lookups.get(field.by)?.valueOf(id, field.field)
    if (shown !== undefined && shown !== text) row.problems[key] = sentences.other(text, shown)
  }

  #names(field: AnyField, text: string): string[] {
    return isReferenceList(field) ? [text.trim(), ...partsOf(text)] : [text.trim()]
  }

  async #refer(request: { row: ResolvedRow; key: string; field: ReferenceField; lookup: ReferenceLookup; text: string }): Promise<void> {
    const { row, key, field, lookup, text } = request
    const parts = isReferenceList(field) ? partsOf(text) : [text.trim()].filter((part) => part !== '')
    const ids: string[] = []
    for (const part of parts) {
      const found: Found = lookup.find(part, row.values)
      if ('id' in found) ids.push(found.id)
      else {
        if (found.among) row.ambiguous[key] = found.among
        row.problems[key] ??= found.among ? found.message : await this.#withSuggestion(found.message, part, lookup)
      }
    }
    if (!(key in row.problems)) row.values[key] = ids.join(',')
  }

  async #withSuggestion(message: string, text: string, lookup: ReferenceLookup): Promise<string> {
    if (this.#suggestions++ >= mostSuggestions) return message
    const near = await lookup.suggest(text)
    return near === undefined ? message : `${message}，是不是“${near}”？`
  }

  #translate(row: ResolvedRow, key: string, entries: readonly DictionaryEntry[]): void {
    const values: string[] = []
    const whole = (row.source.texts[key] ?? '').trim()
    const valueOf = (text: string): string | undefined =>
      (entries.find((entry) => entry.text === text) ?? entries.find((entry) => entry.value === text))?.value
    const direct = valueOf(whole)
    for (const part of direct === undefined ? partsOf(whole) : [whole]) {
      const value = valueOf(part)
      if (value !== undefined) values.push(value)
      else
        row.problems[key] ??= `没有找到“${part}”，可选：${entries
          .slice(0, 8)
          .map((entry) => entry.text)
          .join('、')}${entries.length > 8 ? ' 等' : ''}`
    }
    if (!(key in row.problems)) row.values[key] = values.join(',')
  }
}
