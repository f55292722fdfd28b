import type { Model } from '../contract.ts'
import { InvalidInput, Refused } from '../errors.ts'
import { snakeCase } from '../model.ts'

interface DatabaseError extends Error {
  readonly code: string
  readonly constraint?: string
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

/** What a constraint refused after the checks had passed (two writers at once) as the sentence of its rule. */
export function translateDatabaseError(error: unknown, model: Model): unknown {
  if (!isDatabaseError(error)) return error
  if (error.code === '23505' || error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY') {
    const said = `${error.constraint ?? ''} ${error.message}`
    const hit = model.stored.find(({ key, field }) => field.unique && new RegExp(`[_.]${snakeCase(key)}\\b`).test(said))
    if (!hit?.field.unique) return new Refused('数据库中已存在该记录')
    return new InvalidInput({ [hit.key]: typeof hit.field.unique === 'string' ? hit.field.unique : hit.field.unique.message })
  }
  if (error.code === '23503' || error.code === 'SQLITE_CONSTRAINT_FOREIGNKEY') return new Refused('存在关联数据，操作被拒绝！')
  if (error.code === 'SQLITE_FULL' || error.code === '53100') return new Refused('磁盘空间不足，数据没有保存！')
  return error
}
