import { NotFound, Refused, type CallContext, type CallParams } from '../../../engine/server/index.ts'
import { announceEnded } from '../auth/ended-logins.ts'
import { logLogin } from '../auth/login-log.ts'
import { endLoginsOf } from '../auth/login-rows.ts'
import { hasTwoStep, switchOff } from '../auth/two-step.ts'
import { isOutOfReach } from './account-reach.ts'

/** For someone who has lost both telephone and recovery codes: the account asks for no codes any more, and all its logins end. */
export async function resetTwoStep({ engine, actor, params, request }: CallContext<CallParams<'user', 'resetTwoStep'>>) {
  const { userId } = params
  if (userId === actor.id) throw new Refused('请在个人设置中关闭自己的两步验证！')
  const user = await engine.find('user', userId, actor)
  if (!user) throw new NotFound()
  if (await isOutOfReach({ engine, db: engine.db.read, actor }, [userId])) throw new Refused('没有权限重置该用户的两步验证！')
  await engine.db.write(async (tx) => {
    if (!(await hasTwoStep(tx, userId))) throw new Refused('该用户未开启两步验证！')
    await switchOff(tx, userId)
    await endLoginsOf(tx, [userId])
    const content = `用户名: ${user.username}，两步验证被${actor.username}重置，登录已退出`
    await logLogin(tx, { kind: 'logout', ok: true, userId, username: user.username, ip: request.ip, content })
    announceEnded(engine, tx)
  }, `two-step ${userId}`)
  return {}
}
