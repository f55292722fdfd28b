import { isIP } from 'node:net'
import { Refused } from '../../../engine/server/index.ts'
import { OutboundRefused, type OutboundGuard } from '../outbound/outbound-guard.ts'
import { connections, drivers, FileOutside, type ConnectionRequest } from './connections.ts'

/** What a test of a connection needs from its server. */
export interface ConnectionTester {
  readonly guard: OutboundGuard
  /** The only folder whose SQLite files may be opened. */
  readonly folder: string
  /** Milliseconds for a test. */
  readonly patience: number
}

/** What drivers call the usual troubles. */
const sentences: Readonly<Record<string, string | undefined>> = {
  ECONNREFUSED: '目标地址拒绝连接',
  ECONNRESET: '对方中断了连接',
  ETIMEDOUT: '连接超时',
  ETIMEOUT: '连接超时',
  PROTOCOL_SEQUENCE_TIMEOUT: '连接超时',
  EHOSTUNREACH: '无法到达目标主机',
  ENETUNREACH: '无法到达目标主机',
  ENOTFOUND: '找不到目标主机',
  EAI_AGAIN: '找不到目标主机',
  PROTOCOL_CONNECTION_LOST: '对方中断了连接',
  HANDSHAKE_NO_SSL_SUPPORT: '对方不支持加密连接',
  ER_ACCESS_DENIED_ERROR: '用户名或密码错误',
  ELOGIN: '用户名或密码错误',
  '28P01': '用户名或密码错误',
  '28000': '用户名或密码错误',
  ER_BAD_DB_ERROR: '数据库不存在',
  '3D000': '数据库不存在',
  ENOENT: '数据库文件不存在',
  SQLITE_CANTOPEN: '数据库文件不存在',
  SQLITE_NOTADB: '文件不是 SQLite 数据库',
}

const codeOf = (error: object): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** Why it did not work, from the innermost of the errors that a driver wraps. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return '未知原因'
  if (error instanceof OutboundRefused) return error.message
  if (error instanceof FileOutside) return '只能打开服务器数据目录 data-sources 中的文件'
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause
  const sentence = sentences[codeOf(error)]
  if (inner instanceof Error && (sentence === undefined || inner instanceof OutboundRefused)) return reasonOf(inner)
  if (/timeout/i.test(error.message)) return '连接超时'
  return sentence ?? (error.message || '未知原因').slice(0, 200)
}

/** Connects to a database once; refused with the reason if that does not work within some seconds. */
export async function tryConnection(
  { guard, folder, patience }: ConnectionTester,
  { place, user, password }: Pick<ConnectionRequest, 'place' | 'user' | 'password'>,
): Promise<void> {
  const { host, port, kind } = place
  // Addresses are not looked up, so the guard would not see them.
  if (isIP(host) !== 0 && !guard.allows(host, { host, port })) throw new Refused(new OutboundRefused(`${host}:${port}`).message)
  // Loading a driver takes none of the time that the other side has to answer.
  await drivers[kind]()
  const attempt = new AbortController()
  const tooLong = Promise.withResolvers<never>()
  const timer = setTimeout(() => tooLong.reject(new Refused('连接超时')), patience)
  const request = { place, user, password, folder, patience, lookup: guard.lookupFor(port), signal: attempt.signal }
  const connecting = connections[kind](request)
  try {
    await Promise.race([connecting, tooLong.promise])
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(reasonOf(error))
  } finally {
    clearTimeout(timer)
    attempt.abort()
    // Given up: what it still says is nobody's.
    connecting.catch(() => undefined)
  }
}
