import { sql } from 'kysely'
import type { Model, StoredField, Tx } from '../contract.ts'
import { snakeCase } from '../model.ts'
import type { Draft } from './draft.ts'
import { chunksOf } from '../chunks.ts'

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''
const keyOf = (values: readonly unknown[]): string => JSON.stringify(values.map((value) => String(value ?? '')))

interface UniqueRule {
  readonly key: string
  readonly within: readonly string[]
  readonly message: string
}

function rulesOf(stored: readonly StoredField[]): UniqueRule[] {
  return stored.flatMap(({ key, field }) => {
    if (!field.unique) return []
    return [
      typeof field.unique === 'string'
        ? { key, within: [], message: field.unique }
        : { key, within: field.unique.within, message: field.unique.message },
    ]
  })
}

async function owners(tx: Tx, model: Model, rule: UniqueRule, values: readonly unknown[]): Promise<Map<string, string[]>> {
  const taken = new Map<string, string[]>()
  const columns = [rule.key, ...rule.within].map((key) => sql`${sql.ref(snakeCase(key))} as ${sql.ref(key)}`)
  for (const chunk of chunksOf(values)) {
    const { rows } = await sql<
      Record<string, unknown>
    >`select ${sql.ref(model.idColumn)} as id, ${sql.join(columns)} from ${sql.table(model.table)} where ${sql.ref(snakeCase(rule.key))} in (${sql.join(chunk)})`.execute(
      tx,
    )
    for (const row of rows) {
      const key = keyOf([row[rule.key], ...rule.within.map((name) => row[name])])
      taken.set(key, [...(taken.get(key) ?? []), String(row['id'])])
    }
  }
  return taken
}

/** Refuse rows whose unique value another row has, in the table (bin included) or earlier in the same set. */
export async function checkUnique(tx: Tx, model: Model, drafts: readonly Draft[]): Promise<void> {
  const leaving = new Map(drafts.map((draft) => [draft.id, draft]))
  for (const rule of rulesOf(model.stored)) {
    const touched = drafts.filter(
      (draft) =>
        draft.after &&
        !isEmpty(draft.after[rule.key]) &&
        (!draft.before || [rule.key, ...rule.within].some((key) => draft.changed.includes(key))),
    )
    if (!touched.length) continue
    const taken = await owners(tx, model, rule, [...new Set(touched.map((draft) => draft.after?.[rule.key]))])
    const seen = new Set<string>()
    for (const draft of touched) {
      const key = keyOf([draft.after?.[rule.key], ...rule.within.map((name) => draft.after?.[name])])
      const others = (taken.get(key) ?? []).filter((id) => id !== draft.id && !givesUp(leaving.get(id), rule))
      if (others.length || seen.has(key)) draft.refuse(rule.message, rule.key)
      seen.add(key)
    }
  }
}

/** A row of the same set that moves away from the value no longer holds it. */
const givesUp = (draft: Draft | undefined, rule: UniqueRule): boolean =>
  draft !== undefined && draft.after !== null && [rule.key, ...rule.within].some((key) => draft.changed.includes(key))
