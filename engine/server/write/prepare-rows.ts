import { checkRow } from '../../schema/check-row.ts'
import type { WireRow } from '../../schema/index.ts'
import type { Model, WriteRequest } from '../contract.ts'

/** Checked and hashed values of one row, before any transaction is open. */
export interface PreparedRow {
  readonly id: string | undefined
  readonly version: number | undefined
  readonly base: WireRow | undefined
  /** The row as it came, for the second check against the stored row. */
  readonly row: WireRow
  /** Secrets by key, hashed. */
  readonly secrets: WireRow
}

const isRow = (value: unknown): value is WireRow => typeof value === 'object' && value !== null && !Array.isArray(value)

interface HashHow {
  readonly operation: string
  readonly fields: WriteRequest['fields']
  hash(secret: string): Promise<string>
}

/** The row's secrets, hashed; ones that break a rule are left for the check of the whole row to name. */
async function hashSecrets(model: Model, keys: readonly string[], row: WireRow, how: HashHow) {
  const secrets: WireRow = {}
  if (!keys.some((key) => row[key])) return secrets
  const { values, problems } = checkRow(model.entity, row, how.operation === 'add' ? 'add' : 'edit', { fields: how.fields })
  for (const key of keys) {
    const value = values[key]
    if (typeof value === 'string' && !problems[key]) secrets[key] = await how.hash(value)
  }
  return secrets
}

const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isNaN(number) ? undefined : number
}

/** Read ids and bases of the rows and hash their secrets: the slow work that must not happen inside a transaction. */
export async function prepareRows(model: Model, request: WriteRequest, hash: (secret: string) => Promise<string>): Promise<PreparedRow[]> {
  const { operation } = request
  const secretKeys = Object.entries(model.entity.fields).flatMap(([key, field]) =>
    field.type === 'secret' && !field.transient ? [key] : [],
  )
  const prepared: PreparedRow[] = []
  for (const row of request.rows) {
    const id = row[model.id] ?? row['id']
    prepared.push({
      id: id === undefined || id === null || id === '' ? undefined : String(id),
      version: numberOf(row['version']),
      base: isRow(row['_base']) ? row['_base'] : undefined,
      row,
      secrets: await hashSecrets(model, secretKeys, row, { operation, fields: request.fields, hash }),
    })
  }
  return prepared
}
