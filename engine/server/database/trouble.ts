import { Refused, Unavailable, type AppError } from '../errors.ts'

/** The database's disk, or the one that a file was to be written to. */
const full = new Set(['SQLITE_FULL', '53100', 'ENOSPC', 'EDQUOT'])
const tooLong = new Set(['57014', 'SQLITE_TOO_LONG'])
const unreachable = /^(08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/
/** Errors of the PostgreSQL driver itself, which have no code. */
const lost = /Connection terminated|not queryable|timeout exceeded when trying to connect/

/** A failure of the database or of a disk rather than of our rules, as a sentence; undefined for any other error. */
export function databaseTrouble(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  if (full.has(code)) return new Refused('磁盘空间不足，数据没有保存！')
  if (tooLong.has(code)) return new Unavailable('查询用时过长，已停止。请缩小筛选范围后重试！')
  return unreachable.test(code) || lost.test(error.message) ? new Unavailable() : undefined
}
