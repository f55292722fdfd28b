import type { FastifyInstance, FastifyRequest } from 'fastify'
import { InvalidInput, NotFound, ok, Refused } from '../../../engine/server/index.ts'
import type { RouteDeps } from '../deps.ts'
import { bodyOf } from '../request-values.ts'
import { passwordMark, readAccount } from './accounts.ts'
import { anonymous } from './anonymous.ts'
import { newSecret, stepOf } from './dynamic-code.ts'
import { logLogin } from './login-log.ts'
import { ownPassword } from './own-password.ts'
import { refuseBarred } from './refuse-barred.ts'
import type { Sealer } from './seal.ts'
import { issueKey, spendKey } from './short-lived/one-time-keys.ts'
import { beginAgain, begunIn, openLogin } from './sign-in.ts'
import { hasTwoStep, renewRecoveryCodes, secondStepFits, switchOff, switchOn, twoStepOf } from './two-step.ts'

const ENROL_LIFETIME = 15 * 60_000
const wrongCode = '动态码错误，请重新输入！'

/** Exactly six digits; spaces that telephones show between them do not count. */
function codeIn(typed = ''): string {
  const code = typed.replaceAll(' ', '')
  if (!/^\d{6}$/.test(code)) throw new InvalidInput({ code: '请输入 6 位动态码!' })
  return code
}

/** The second step of a sign-in. */
function loginRoute(app: FastifyInstance, deps: RouteDeps, sealer: Sealer): void {
  const { db } = deps.engine
  const { keys, throttle } = deps
  const check = async (request: FastifyRequest) => {
    const { body, ip } = request
    const { ticket = '', code, recoveryCode = '' } = bodyOf({ body })
    const step = { code: recoveryCode ? '' : codeIn(code), recoveryCode }
    const owner = await keys.try('two-step', ticket)
    const account = owner?.userId ? await readAccount(db.read, { id: owner.userId }) : undefined
    const begun = owner && begunIn(owner.data)
    if (!account || !begun || begun.mark !== passwordMark(account)) throw new Refused(beginAgain)
    await refuseBarred(db, request, account)
    const leave = await throttle.enter(ip, account.username)
    try {
      if (await secondStepFits(db, sealer, account.id, step)) return { account, ticket, isRemembered: begun.isRemembered }
      const content = `用户登录失败，用户名:${account.username}，动态码错误`
      await db.write((tx) => logLogin(tx, { kind: 'login', ok: false, userId: account.id, username: account.username, ip, content }))
    } finally {
      leave()
    }
    throw new InvalidInput(recoveryCode ? { recoveryCode: '恢复码错误或已使用！' } : { code: wrongCode })
  }
  app.post('/api/sys/twoStep/login', { config: anonymous, schema: { summary: '登录的第二步：动态码或恢复码' } }, async (request) => {
    const { account, ticket, isRemembered } = await check(request)
    const used = { purpose: 'two-step', key: ticket, gone: () => new Refused(beginAgain) } as const
    return ok(await spendKey(keys, used, () => openLogin(deps, request, account, isRemembered)), '登录成功')
  })
}

/** Two-step codes of the signed-in user: state, switching on and off, recovery codes; and the second step of a sign-in. */
export function twoStepRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { keys, sealer } = deps
  const { db } = deps.engine
  const requirePassword = ownPassword(deps)
  const config = { permission: 'login', isPrivate: true }
  const confirmed = (request: FastifyRequest) => requirePassword(request, { password: bodyOf(request).password ?? '', field: 'password' })
  loginRoute(app, deps, sealer)

  app.get('/api/sys/twoStep/state', { config, schema: { summary: '本人的两步验证状态' } }, async ({ actor }) => {
    const state = await twoStepOf(db.read, actor.id)
    return ok({ enabled: state !== undefined, since: state?.since ?? null, recoveryCodes: state?.recoveryCodes ?? 0 })
  })
  app.post('/api/sys/twoStep/enrol', { config, schema: { summary: '准备开启两步验证' } }, async (request) => {
    const { actor } = request
    await confirmed(request)
    if (await hasTwoStep(db.read, actor.id)) throw new Refused('两步验证已开启')
    const { secret, uri } = await newSecret(actor.username)
    const data = sealer.seal(secret, actor.id)
    const options = { purpose: 'two-step-enrol', userId: actor.id, data, lifetime: ENROL_LIFETIME } as const
    return ok({ secret, uri, ticket: await issueKey(keys, options) })
  })
  app.post('/api/sys/twoStep/confirm', { config, schema: { summary: '开启两步验证' } }, async ({ actor, body }) => {
    const { ticket = '', code } = bodyOf({ body })
    const typed = codeIn(code)
    const gone = () => new Refused('二维码已失效，请重新开启')
    const enrolment = await keys.try('two-step-enrol', ticket)
    if (enrolment?.userId !== actor.id) throw gone()
    const secret = sealer.open(enrolment.data, actor.id)
    const step = await stepOf(secret, typed)
    if (step === undefined) throw new InvalidInput({ code: wrongCode })
    const recoveryCodes = await spendKey(keys, { purpose: 'two-step-enrol', key: ticket, gone }, () =>
      db.write((tx) => switchOn(tx, sealer, { userId: actor.id, secret, step }), `two-step ${actor.id}`),
    )
    return ok({ recoveryCodes }, '两步验证已开启')
  })
  app.post('/api/sys/twoStep/recoveryCodes', { config, schema: { summary: '重新生成恢复码' } }, async (request) => {
    const { actor } = request
    await confirmed(request)
    const recoveryCodes = await db.write(async (tx) => {
      if (!(await hasTwoStep(tx, actor.id))) throw new NotFound()
      return renewRecoveryCodes(tx, sealer, actor.id)
    }, `two-step ${actor.id}`)
    return ok({ recoveryCodes }, '恢复码已更换，旧的恢复码不再有效')
  })
  app.post('/api/sys/twoStep/disable', { config, schema: { summary: '关闭两步验证' } }, async (request) => {
    await confirmed(request)
    await db.write((tx) => switchOff(tx, request.actor.id), `two-step ${request.actor.id}`)
    return ok(null, '两步验证已关闭')
  })
}
