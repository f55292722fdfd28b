import type { FastifyInstance } from 'fastify'
import { InvalidInput, ok } from '../../../engine/server/index.ts'
import { changeEmail, changePhone } from '../../../schemas/identity/own-account.ts'
import { accountFields } from '../../../schemas/identity/account-fields.ts'
import { asSystem, inNameOf } from '../access/system-actor.ts'
import { ownPassword } from '../auth/own-password.ts'
import { requireSmsCode, wrongCode } from '../auth/phone/check-code.ts'
import { checkedFields } from '../auth/phone/checked-fields.ts'
import { codeDelivery } from '../auth/phone/code-delivery.ts'
import { spendSmsCode } from '../auth/phone/sms-codes.ts'
import { smsPurposes } from '../auth/phone/sms-purposes.ts'
import type { RouteDeps } from '../deps.ts'
import { bodyOf } from '../request-values.ts'

/** Another phone or mail address for the signed-in user: the password proves the owner, a code the phone. */
export function contactRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { engine } = deps
  const requirePassword = ownPassword(deps)
  const deliver = codeDelivery(deps, app.log)
  const config = { permission: 'login', isPrivate: true }
  const purpose = smsPurposes.change

  app.post('/api/sys/user/sendChangePhoneSms', { config, schema: { summary: '发送修改手机号的验证码' } }, async (request) => {
    const { phone } = checkedFields({ phone: changePhone.phone }, bodyOf(request))
    const owner = await engine.db.read.selectFrom('sys_user').select('id').where('phone', '=', phone).executeTakeFirst()
    const refusal = !owner ? '' : owner.id === request.actor.id ? '新手机号与当前手机号相同！' : accountFields.phone.unique
    await deliver(request, { phone, purpose, userId: request.actor.id, refusal })
    return ok(null, '验证码已发送')
  })
  app.post('/api/sys/user/changePhone', { config, schema: { summary: '修改手机号' } }, async (request) => {
    const { actor } = request
    const { phone, smscode, password } = checkedFields(changePhone, bodyOf(request))
    await requirePassword(request, { password, field: 'password' })
    const refused = new InvalidInput({ smscode: wrongCode })
    const right = await requireSmsCode(deps, request, { phone, purpose, code: smscode, refusal: refused })
    if (right.userId !== actor.id) throw refused
    const edit = await engine.prepare({
      entity: 'user',
      operation: 'edit',
      rows: [{ id: actor.id, phone }],
      ...asSystem,
      actor: inNameOf(actor),
    })
    await spendSmsCode(
      deps,
      right,
      () => refused,
      () => engine.db.write((tx) => engine.write(edit, tx)),
    )
    return ok(null, '手机号修改成功!')
  })
  app.post('/api/sys/user/changeEmail', { config, schema: { summary: '修改邮箱' } }, async (request) => {
    const { actor } = request
    const { email, password } = checkedFields(changeEmail, bodyOf(request))
    await requirePassword(request, { password, field: 'password' })
    await engine.write({ entity: 'user', operation: 'edit', rows: [{ id: actor.id, email }], ...asSystem, actor: inNameOf(actor) })
    return ok(null, '邮箱修改成功!')
  })
}
