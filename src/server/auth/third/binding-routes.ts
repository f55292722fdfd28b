import type { FastifyInstance, FastifyRequest } from 'fastify'
import { InvalidInput, NotFound, ok, Refused, type Tx } from '../../../../engine/server/index.ts'
import { thirdBinding } from '../../../../schemas/identity/sign-in-forms.ts'
import { asSystem } from '../../access/system-actor.ts'
import type { RouteDeps } from '../../deps.ts'
import { bodyOf } from '../../request-values.ts'
import { barOf, holdAccount, readAccount, type Account } from '../accounts.ts'
import { anonymous } from '../anonymous.ts'
import { logLogin } from '../login-log.ts'
import { ownPassword } from '../own-password.ts'
import { passwordFits } from '../password.ts'
import { checkedFields } from '../phone/checked-fields.ts'
import { codeGone, requireSmsCode, wrongCode } from '../phone/check-code.ts'
import { spendSmsCode } from '../phone/sms-codes.ts'
import { smsPurposes } from '../phone/sms-purposes.ts'
import { beginAgain } from '../sign-in.ts'
import { hasTwoStep } from '../two-step.ts'
import { newUserRow, freeName } from './new-user.ts'
import { bindAccount, bindLock, boundAccounts, unbindAccount, type ThirdAccount } from './third-accounts.ts'
import { issueTicket, readPending, spendPending } from './third-flow.ts'

const config = anonymous
const success = '绑定成功'

interface Binding {
  readonly uuid: string
  readonly third: ThirdAccount
  /** The user as they proved to be theirs. */
  readonly user: Account
  /** What else is used up by it. */
  readonly within?: <T>(work: () => Promise<T>) => Promise<T>
}

const alone = <T>(work: () => Promise<T>): Promise<T> => work()

/** Bind a pending account to a user and answer the ticket for the login. */
async function bindTo(deps: RouteDeps, request: FastifyRequest, { uuid, third, user, within = alone }: Binding): Promise<string> {
  const { engine, keys } = deps
  const bind = async (tx: Tx) => {
    const now = await holdAccount(engine.db, tx, user.id)
    const refusal = now?.passwordHash === user.passwordHash ? barOf(now) : beginAgain
    if (refusal !== '') throw new Refused(refusal)
    await bindAccount(tx, third, user.id)
  }
  await spendPending(keys, uuid, () => within(() => engine.db.write(bind, bindLock(user.id))))
  return issueTicket(keys, request, { account: user, third })
}

/** One proof is not enough for an account that asks for two: its owner binds it while signed in. */
async function requireBindable({ engine }: RouteDeps, account: Account): Promise<void> {
  const bar = barOf(account)
  if (bar !== '') throw new Refused(bar)
  if (await hasTwoStep(engine.db.read, account.id)) throw new Refused('该用户已开启两步验证，请登录后在个人设置中绑定')
}

/** Make a user for a pending account, bind both and answer the ticket for the login. */
async function bindNew(deps: RouteDeps, request: FastifyRequest, binding: Omit<Binding, 'user'> & { username: string; phone?: string }) {
  const { engine, keys } = deps
  const { uuid, third, within = alone } = binding
  const row = await newUserRow(engine.db.read, binding)
  const user = await engine.prepare({ entity: 'user', operation: 'add', rows: [row], ...asSystem })
  const make = () =>
    engine.db.write(async (tx) => {
      const [made] = await engine.write(user, tx)
      await bindAccount(tx, third, made?.id ?? '')
      return made?.id ?? ''
    })
  const account = await readAccount(engine.db.read, { id: await spendPending(keys, uuid, () => within(make)) })
  if (!account) throw new NotFound()
  return issueTicket(keys, request, { account, third })
}

/** The user with the account's name, or a new one whose name ends in a number. */
function sameNameRoutes(app: FastifyInstance, base: string, deps: RouteDeps): void {
  const { db } = deps.engine
  const pendingOf = async (request: FastifyRequest) => {
    const { uuid = '', operateCode = '' } = bodyOf(request)
    const pending = await readPending(deps, request, uuid)
    if (pending.sameName === '' || pending.operateCode !== operateCode) throw new Refused('校验失败')
    return { uuid, ...pending }
  }
  app.post(`${base}/user/create`, { config, schema: { summary: '为第三方账号创建用户' } }, async (request) => {
    const suffix = Number(bodyOf(request).suffix)
    if (!Number.isInteger(suffix) || suffix < 1 || suffix > 99) throw new InvalidInput({ suffix: '后缀须为 1 到 99 的整数!' })
    const { uuid, account: third, sameName } = await pendingOf(request)
    return ok(await bindNew(deps, request, { uuid, third, username: await freeName(db.read, sameName, suffix) }), '创建成功')
  })
  app.post(`${base}/user/checkPassword`, { config, schema: { summary: '凭密码绑定同名用户' } }, async (request) => {
    const { uuid, account: third, sameName } = await pendingOf(request)
    const { ip } = request
    const leave = await deps.throttle.enter(ip, sameName)
    try {
      const user = await readAccount(db.read, { username: sameName })
      const fits = await passwordFits(user?.passwordHash, bodyOf(request).password ?? '')
      if (!user) throw new Refused('用户未找到')
      const content = `用户名: ${sameName}，绑定第三方账号时密码${fits ? '正确' : '错误'}`
      await db.write((tx) => logLogin(tx, { kind: 'password', ok: fits, userId: user.id, username: sameName, ip, content }))
      if (!fits) throw new Refused('密码不正确')
      await requireBindable(deps, user)
      return ok(await bindTo(deps, request, { uuid, third, user }), success)
    } finally {
      leave()
    }
  })
}

/** Whoever holds the phone gets the account bound: to their user, or to a new one if the phone is nobody's. */
function phoneRoute(app: FastifyInstance, base: string, deps: RouteDeps): void {
  const { db } = deps.engine
  app.post(`${base}/bindingThirdPhone`, { config, schema: { summary: '凭手机号绑定第三方账号' } }, async (request) => {
    const { thirdUserUuid: uuid = '', ...sent } = bodyOf(request)
    const { mobile: phone, captcha } = checkedFields(thirdBinding, sent)
    const { account: third } = await readPending(deps, request, uuid)
    const owner = await db.read.selectFrom('sys_user').select('id').where('phone', '=', phone).executeTakeFirst()
    const purpose = owner ? smsPurposes.login : smsPurposes.registration
    const right = await requireSmsCode(deps, request, { phone, purpose, code: captcha })
    const within = <T>(work: () => Promise<T>): Promise<T> => spendSmsCode(deps, right, codeGone, work)
    if (!owner)
      return ok(await bindNew(deps, request, { uuid, third, within, phone, username: await freeName(db.read, third.username) }), success)
    const user = right.userId === owner.id ? await readAccount(db.read, { id: owner.id }) : undefined
    if (!user) throw new Refused(wrongCode)
    await requireBindable(deps, user)
    return ok(await bindTo(deps, request, { uuid, third, within, user }), success)
  })
}

/** What is bound to the signed-in user. */
function ownRoutes(app: FastifyInstance, base: string, deps: RouteDeps): void {
  const { db } = deps.engine
  const requirePassword = ownPassword(deps)
  const own = { permission: 'login', isPrivate: true }
  app.get(`${base}/bound`, { config: own, schema: { summary: '本人绑定的第三方账号' } }, async ({ actor }) =>
    ok(
      (await boundAccounts(db.read, actor.id)).map(({ type, username, realname, avatar }) => ({
        thirdType: type,
        username,
        realname,
        avatar,
      })),
    ),
  )
  app.post(`${base}/bind`, { config: own, schema: { summary: '绑定第三方账号' } }, async (request) => {
    const { uuid = '', password = '' } = bodyOf(request)
    await requirePassword(request, { password, field: 'password' })
    const { account: third } = await readPending(deps, request, uuid)
    const userId = request.actor.id
    await spendPending(deps.keys, uuid, () => db.write((tx) => bindAccount(tx, third, userId), bindLock(userId)))
    return ok(null, success)
  })
  app.post(`${base}/unbind`, { config: own, schema: { summary: '解绑第三方账号' } }, async (request) => {
    const { thirdType = '', password = '' } = bodyOf(request)
    await requirePassword(request, { password, field: 'password' })
    if (!(await db.write((tx) => unbindAccount(tx, request.actor.id, thirdType)))) throw new NotFound()
    return ok(null, '解绑成功')
  })
}

/** Binding an account of another provider: to a user of the same name, by phone, to a new user, or to the one signed in. */
export function bindingRoutes(app: FastifyInstance, base: string, deps: RouteDeps): void {
  sameNameRoutes(app, base, deps)
  phoneRoute(app, base, deps)
  ownRoutes(app, base, deps)
}
