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

/** Read ids and bases of the rows and hash their secrets: the slow work that must not happen inside a transaction. */
export async function prepareRows(model: Model, request: WriteRequest, hash: (secret: string) => Promise<string>): Promise<PreparedRow[]> {
  const secretKeys = Object.entries(model.entity.fields).flatMap(([key, field]) => (field.type === 'secret' && !field.transient ? [key] : []))
  const prepared: PreparedRow[] = []
  for (const row of request.rows) {
    const secrets: WireRow = {}
    if (secretKeys.some((key) => row[key])) {
      const { values, problems } = checkRow(model.entity, row, request.operation === 'add' ? 'add' : 'edit')
      for (const key of secretKeys) {
        const value = values[key]
        if (typeof value === 'string' && !problems[key]) secrets[key] = await hash(value)
      }
    }
    const id = row[model.id] ?? row['id']
    const version = Number(row['version'])
    prepared.push({
      id: id === undefined || id === null || id === '' ? undefined : String(id),
      version: row['version'] === undefined || row['version'] === null || Number.isNaN(version) ? undefined : version,
      base: isRow(row['_base']) ? row['_base'] : undefined,
      row,
      secrets,
    })
  }
  return prepared
}
