import { isEmpty } from '../../../fields/is-empty.ts'
import { checkRow } from '../../../schema/check-row.ts'
import type { WireRow } from '../../../schema/index.ts'
import { InvalidInput } from '../../errors.ts'
import { readId } from '../../ids.ts'
import type { EngineOptions, Model, PreparedWrite, WriteRequest } from '../../contract.ts'

/** Checked values of one row with its secrets hashed or sealed, before a transaction is open. */
export interface PreparedRow {
  readonly id: string | undefined
  readonly version: number | undefined
  readonly base: WireRow | undefined
  /** The row as it was sent, for the second check against the stored row. */
  readonly row: WireRow
  /** Secrets by key, hashed or sealed. */
  readonly secrets: WireRow
}

const isRow = (value: unknown): value is WireRow => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether there are secrets to hash or seal. */
export const bringsSecrets = (model: Model, { rows }: WriteRequest): boolean =>
  model.secrets.some(({ key }) => rows.some((row) => Boolean(row[key])))

/**
 * Each row's secrets, hashed or sealed; invalid ones are left for the check of the whole row to report. Equal secrets of one request
 * share a hash, because their sender knows that they are equal.
 */
export async function keepSecrets(
  model: Model,
  request: WriteRequest,
  { hash, seal }: Pick<EngineOptions, 'hash' | 'seal'>,
): Promise<WireRow[]> {
  if (!bringsSecrets(model, request)) return request.rows.map(() => ({}))
  const hashed = new Map<string, string>()
  const secrets: WireRow[] = []
  for (const row of request.rows) {
    const { values, problems } = checkRow(model.entity, row, request.operation === 'add' ? 'add' : 'edit', { fields: request.fields })
    const own: WireRow = {}
    for (const { key, field } of model.secrets) {
      const value = values[key]
      if (typeof value !== 'string' || problems[key]) continue
      if (field.sealed) own[key] = seal(value, `${model.name}.${key}`)
      else {
        const done = hashed.get(value) ?? (await hash(value))
        hashed.set(value, done)
        own[key] = done
      }
    }
    secrets.push(own)
  }
  return secrets
}

/** The version that an editor saw; anything but a whole number is refused instead of being ignored. */
function versionOf(value: unknown): number | undefined {
  if (isEmpty(value)) return undefined
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  if (!Number.isInteger(number)) throw new InvalidInput({ version: '版本号不正确，请刷新后再试' })
  return number
}

/** Read ids, versions and bases of the rows. */
export function readRows(model: Model, { request, secrets }: PreparedWrite): PreparedRow[] {
  return request.rows.map((row, index) => {
    return {
      id: readId(row[model.id] ?? row['id']) || undefined,
      version: versionOf(row['version']),
      base: isRow(row['_base']) ? row['_base'] : undefined,
      row,
      secrets: secrets[index] ?? {},
    }
  })
}
