import { Refused, untypedEngine, type CallContext, type CallParams } from '../../../engine/server/index.ts'
import { readAccount, rolesOf } from '../auth/accounts.ts'
import { isAdministrator } from '../access/is-administrator.ts'
import { isOutOfReach } from './account-reach.ts'
import { roleIds } from '../role-ids.ts'

/**
 * Set the password of an account, for people who may manage accounts. Only administrators may set another administrator's, and
 * `onlyRole` limits the call to accounts that hold that role and no higher one.
 */
export async function setPassword(context: CallContext<CallParams<'user', 'changePassword'>>, onlyRole?: string) {
  const { engine, actor, params, model } = context
  const account = await readAccount(engine.db.read, { username: params.username })
  if (!account || account.deleted) throw new Refused('用户不存在！')
  if (!(await untypedEngine(engine).find(model.name, account.id, actor))) throw new Refused('用户不存在！')
  const roles = (await rolesOf(engine.db.read, account.id)).map((role) => role.id)
  if (onlyRole && !roles.includes(onlyRole)) throw new Refused('用户不存在！')
  const higher = onlyRole ? roles.some((id) => id !== onlyRole && id !== roleIds.assistant) : roles.includes(roleIds.administrator)
  if (higher && !isAdministrator(actor)) throw new Refused('没有权限修改该用户的密码！')
  if (await isOutOfReach({ engine, db: engine.db.read, actor }, [account.id])) throw new Refused('没有权限修改该用户的密码！')
  const row = { id: account.id, password: params.password, confirmpassword: params.confirmpassword }
  await engine.write({ entity: 'user', operation: 'edit', rows: [row], actor, fields: 'all' })
  return {}
}
