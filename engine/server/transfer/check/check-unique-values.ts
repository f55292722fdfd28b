import type { UniqueRule } from '../../contract.ts'
import { holdersOf, uniqueFields, uniqueKey } from '../../model/unique-rules.ts'
import type { CheckedSheetRow } from './checked-row.ts'
import { importColumns } from '../sheet/columns.ts'
import type { ExistingQuery } from './existing-rows.ts'

/** Looks ahead for values that another row already has, in the table or earlier in the file. One per file. */
export class UniqueChecker {
  readonly #query: ExistingQuery
  readonly #rules: readonly UniqueRule[]
  readonly #seen = new Set<string>()

  constructor(query: ExistingQuery) {
    this.#query = query
    const imported = new Set(importColumns(query.model).map((column) => column.key))
    this.#rules = query.model.unique.filter((rule) => imported.has(rule.own.key))
  }

  /** Put sentences into the problems of rows whose unique values are taken. */
  async check(rows: readonly CheckedSheetRow[]): Promise<void> {
    const { engine, db, model } = this.#query
    for (const rule of this.#rules) {
      const { key: own } = rule.own
      const asking = rows.filter((row) => row.full[own] !== null && row.full[own] !== undefined)
      const holders = await holdersOf(
        db,
        { model, rule, dialect: engine.db.dialect },
        asking.map(({ full }) => full),
      )
      for (const { full, existing, problems } of asking) {
        const key = uniqueKey(rule, full)
        const place = `${own}\0${key}`
        const changed = !existing || uniqueFields(rule).some((name) => String(existing.values[name] ?? '') !== String(full[name] ?? ''))
        const taken = changed && (holders.get(key) ?? []).some((id) => id !== existing?.id)
        if (taken || this.#seen.has(place)) problems[own] ??= rule.message
        this.#seen.add(place)
      }
    }
  }
}
