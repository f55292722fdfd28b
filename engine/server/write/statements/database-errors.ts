import type { Model } from '../../contract.ts'
import { databaseTrouble } from '../../database/trouble.ts'
import { InvalidInput, Refused } from '../../errors.ts'

interface DatabaseError extends Error {
  readonly code: string
  readonly constraint?: string
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

/** What a constraint refused, as the sentence of its rule: a value that nobody was asked about, or that another writer has just taken. */
export function translateDatabaseError(error: unknown, model: Model): unknown {
  if (!isDatabaseError(error)) return error
  if (error.code === '23505' || error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY') {
    const text = `${error.constraint ?? ''} ${error.message}`
    const hit = model.unique.find(({ own }) => new RegExp(`[_.]${own.column}\\b`).test(text))
    return hit ? new InvalidInput({ [hit.own.key]: hit.message }) : new Refused('数据库中已存在该记录')
  }
  if (error.code === '23503' || error.code === 'SQLITE_CONSTRAINT_FOREIGNKEY') return new Refused('存在关联数据，操作被拒绝！')
  return databaseTrouble(error) ?? error
}
