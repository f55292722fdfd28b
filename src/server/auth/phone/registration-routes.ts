import type { FastifyInstance } from 'fastify'
import { ok } from '../../../../engine/server/index.ts'
import { registration } from '../../../../schemas/identity/sign-in-forms.ts'
import { asSystem } from '../../access/system-actor.ts'
import type { RouteDeps } from '../../deps.ts'
import { newStudent } from '../../identity/new-student.ts'
import { bodyOf } from '../../request-values.ts'
import { checkedFields } from './checked-fields.ts'
import { codeGone, requireSmsCode } from './check-code.ts'
import { spendSmsCode } from './sms-codes.ts'
import { smsPurposes } from './sms-purposes.ts'

/** Makes an account for whoever holds the phone. Of what is sent only name, password and phone are taken. */
export function registrationRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { engine } = deps
  app.post('/api/sys/user/register', { config: { permission: 'public' }, schema: { summary: '注册' } }, async (request) => {
    const sent = bodyOf(request)
    const confirmpassword = sent['confirmpassword'] ?? sent['password'] ?? ''
    const { username, password, phone, smscode } = checkedFields(registration, { ...sent, confirmpassword })
    const right = await requireSmsCode(deps, request, { phone, purpose: smsPurposes.registration, code: smscode })
    const row = await newStudent(engine.db.read, { username, password, phone })
    const account = await engine.prepare({ entity: 'user', operation: 'add', rows: [row], ...asSystem })
    await spendSmsCode(deps, right, codeGone, () => engine.db.write((tx) => engine.write(account, tx)))
    return ok(null, '注册成功')
  })
}
