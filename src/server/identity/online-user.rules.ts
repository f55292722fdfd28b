import { defineRules, Refused, type CallContext, type CallParams } from '../../../engine/server/index.ts'
import { onlineUser } from '../../../schemas/identity/online-user.ts'
import { logLogin } from '../auth/login-log.ts'
import { announceEnded } from '../auth/ended-logins.ts'
import { closeViews } from '../auth/viewing/view-log.ts'
import { isOutOfReach } from './account-reach.ts'

/** End one login of somebody who has no more rights than the actor; every node forgets it, and its sockets close. */
async function forceLogout({ engine, actor, params, request }: CallContext<CallParams<'onlineUser', 'forceLogout'>>) {
  const row = await engine.find('onlineUser', params.token, actor)
  if (!row) throw new Refused('Token无效!')
  const userId = row.userId ?? ''
  if (await isOutOfReach({ engine, db: engine.db.read, actor }, [userId])) throw new Refused('没有权限退出该用户！')
  await engine.db.write(async (tx) => {
    await closeViews(engine, tx, { login: params.token })
    const gone = await tx.deleteFrom('sys_session').where('token', '=', params.token).executeTakeFirst()
    if (gone.numDeletedRows === 0n) throw new Refused('Token无效!')
    const content = `用户名: ${row.username}，被${actor.username}强制退出`
    await logLogin(tx, { kind: 'logout', ok: true, userId, username: row.username ?? '', ip: request.ip, content })
    announceEnded(engine, tx)
  })
  return { message: `用户${row.realname}已被强制退出` }
}

export const onlineUserRules = defineRules(onlineUser, { calls: { forceLogout } })
