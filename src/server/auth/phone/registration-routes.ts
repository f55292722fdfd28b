import type { FastifyInstance } from 'fastify'
import { ok, type Reader } from '../../../../engine/server/index.ts'
import { registration } from '../../../../schemas/identity/sign-in-forms.ts'
import { asSystem } from '../../access/system-actor.ts'
import type { RouteDeps } from '../../deps.ts'
import { bodyOf } from '../../request-values.ts'
import { roleIds } from '../../role-ids.ts'
import { checkedFields } from './checked-fields.ts'
import { codeGone, requireSmsCode } from './check-code.ts'
import { spendSmsCode } from './sms-codes.ts'
import { smsPurposes } from './sms-purposes.ts'

/** The root of the department tree. */
export async function rootDepartmentId(db: Reader): Promise<string> {
  const root = await db.selectFrom('sys_depart').select('id').orderBy('org_code').limit(1).executeTakeFirst()
  return root?.id ?? ''
}

/** Makes an account for whoever holds the phone. Of what is sent only name, password and phone are taken. */
export function registrationRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { engine } = deps
  app.post('/api/sys/user/register', { config: { permission: 'public' } }, async (request) => {
    const sent = bodyOf(request)
    const confirmpassword = sent['confirmpassword'] ?? sent['password'] ?? ''
    const { username, password, phone, smscode } = checkedFields(registration, { ...sent, confirmpassword })
    const right = await requireSmsCode(deps, request, { phone, purpose: smsPurposes.registration, code: smscode })
    const row = {
      username,
      password,
      confirmpassword: password,
      phone,
      realname: username.slice(0, 50),
      selectedroles: roleIds.student,
      selecteddeparts: await rootDepartmentId(engine.db.read),
    }
    const account = await engine.prepare({ entity: 'user', operation: 'add', rows: [row], ...asSystem })
    await spendSmsCode(deps, right, codeGone, () => engine.db.write((tx) => engine.write(account, tx)))
    return ok(null, '注册成功')
  })
}
