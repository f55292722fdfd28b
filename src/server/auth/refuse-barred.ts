import type { FastifyRequest } from 'fastify'
import { Refused, type Database } from '../../../engine/server/index.ts'
import { barOf, type Account } from './accounts.ts'
import { logLogin } from './login-log.ts'

/** Refuses somebody who proved to be the owner of an account, and says why; the log has it as a login that failed, though no guess. */
export async function refuseOwner(db: Database, request: FastifyRequest, account: Account, reason: string): Promise<never> {
  const { id: userId, username } = account
  const content = `用户登录失败，用户名:${username}，${reason}`
  await db.write((tx) => logLogin(tx, { kind: 'login', ok: false, userId, username, ip: request.ip, content, isNoGuess: true }))
  throw new Refused(reason)
}

/** The same for an account that is frozen or deleted. */
export async function refuseBarred(db: Database, request: FastifyRequest, account: Account): Promise<void> {
  const bar = barOf(account)
  if (bar !== '') await refuseOwner(db, request, account, bar)
}
