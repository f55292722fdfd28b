import { sql } from 'kysely'
import type { StoredField } from '../contract.ts'
import type { CheckedRow } from './checked-row.ts'
import { importColumns } from './columns.ts'
import { keyOf, type ExistingQuery } from './existing-rows.ts'
import { amongSql } from './visible-rows.ts'

interface UniqueRule {
  readonly own: StoredField
  readonly within: readonly StoredField[]
  readonly message: string
}

/** Looks ahead for values that another row already has, in the table or earlier in the file. One per file. */
export class UniqueChecker {
  readonly #query: ExistingQuery
  readonly #rules: readonly UniqueRule[]
  readonly #seen = new Map<string, number>()

  constructor(query: ExistingQuery) {
    this.#query = query
    const { stored } = query.model
    const imported = new Set(importColumns(query.model).map((column) => column.key))
    this.#rules = stored.flatMap((own): UniqueRule[] => {
      const { unique } = own.field
      if (!unique || !imported.has(own.key)) return []
      if (typeof unique === 'string') return [{ own, within: [], message: unique }]
      return [{ own, within: stored.filter((one) => unique.within.includes(one.key)), message: unique.message }]
    })
  }

  /** Put sentences into the problems of rows whose unique values are taken. */
  async check(rows: readonly CheckedRow[]): Promise<void> {
    for (const rule of this.#rules) {
      const keys = [...rule.within, rule.own].map((one) => one.key)
      const asking = rows.filter((row) => row.full[rule.own.key] !== null && row.full[rule.own.key] !== undefined)
      const owners = await this.#owners(rule, asking)
      for (const row of asking) {
        const key = keyOf(row.full, keys)
        if (key === undefined) continue
        const place = `${rule.own.key}\0${key}`
        const earlier = this.#seen.get(place)
        const changed = !row.existing || keys.some((name) => String(row.existing?.values[name] ?? '') !== String(row.full[name] ?? ''))
        const taken = changed && (owners.get(key) ?? []).some((id) => id !== row.existing?.id)
        if (taken || earlier !== undefined) row.problems[rule.own.key] ??= rule.message
        if (earlier === undefined) this.#seen.set(place, row.source.row)
      }
    }
  }

  async #owners({ own, within }: UniqueRule, rows: readonly CheckedRow[]): Promise<Map<string, string[]>> {
    const owners = new Map<string, string[]>()
    const values = rows.map((row) => row.full[own.key])
    if (!values.length) return owners
    const { model, db } = this.#query
    const columns = [...within, own].map((one) => sql`${sql.ref(`t.${one.column}`)} as ${sql.ref(one.key)}`)
    const selected = sql.join([sql`${sql.ref(`t.${model.idColumn}`)} as ${sql.ref('#id')}`, ...columns])
    const { rows: stored } = await sql<
      Record<string, unknown>
    >`select ${selected} from ${sql.table(model.table)} as t where ${amongSql(own.column, values)}`.execute(db)
    for (const { '#id': id, ...found } of stored) {
      const key =
        keyOf(
          found,
          [...within, own].map((one) => one.key),
        ) ?? ''
      owners.set(key, [...(owners.get(key) ?? []), String(id)])
    }
    return owners
  }
}
