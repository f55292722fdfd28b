import type { FastifyRequest } from 'fastify'
import { InvalidInput } from '../../../engine/server/index.ts'
import type { RouteDeps } from '../deps.ts'
import { readAccount } from './accounts.ts'
import { logLogin } from './login-log.ts'
import { passwordFits } from './password.ts'

interface TypedPassword {
  readonly password: string
  /** The field of the form that gets the sentence. */
  readonly field: 'oldpassword' | 'password'
}

const sentences = { oldpassword: '旧密码输入错误!', password: '密码不正确' }

/** Refuses unless the signed-in user has typed their own password; tries are slowed down and logged like those of a sign-in. */
export function ownPassword({ engine: { db }, throttle }: Pick<RouteDeps, 'engine' | 'throttle'>) {
  return async ({ actor, ip }: FastifyRequest, { password, field }: TypedPassword): Promise<void> => {
    const leave = await throttle.enter(ip, actor.username)
    try {
      const account = await readAccount(db.read, { id: actor.id })
      const fits = await passwordFits(account?.passwordHash, password)
      const content = `用户名: ${actor.username}，确认密码时密码${fits ? '正确' : '错误'}`
      const event = { kind: 'password', ok: fits, userId: actor.id, username: actor.username, ip, content } as const
      await db.write((tx) => logLogin(tx, event))
      if (!fits) throw new InvalidInput({ [field]: sentences[field] })
    } finally {
      leave()
    }
  }
}
