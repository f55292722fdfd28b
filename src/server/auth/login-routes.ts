import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NotSignedIn, ok, Refused } from '../../../engine/server/index.ts'
import type { RouteDeps } from '../deps.ts'
import { bodyOf } from '../request-values.ts'
import { accountName, readAccount, type Account } from './accounts.ts'
import { anonymous } from './anonymous.ts'
import { createCaptchas, type Captchas } from './captcha.ts'
import { logLogin } from './login-log.ts'
import { announceEnded } from './ended-logins.ts'
import { endLogin, keyOfRequest } from './login-rows.ts'
import { passwordFits } from './password.ts'
import { refuseBarred } from './refuse-barred.ts'
import { signInAccount } from './sign-in.ts'
import { closeViews } from './viewing/view-log.ts'

interface Credentials {
  readonly username: string
  readonly password: string
  readonly captcha: string
  readonly checkKey: string
}

const MOST_TEXT = 200
const wrongPassword = '用户名或密码错误'

function credentialsOf(request: FastifyRequest): Credentials {
  const { username = '', password = '', captcha = '', checkKey = '' } = bodyOf(request)
  const short = (value: string) => value.slice(0, MOST_TEXT)
  return { username: short(accountName(username)), password: short(password), captcha: short(captcha), checkKey: short(checkKey) }
}

async function checkCaptcha(captchas: Captchas, { captcha, checkKey }: { captcha: string; checkKey: string }): Promise<void> {
  if (captcha === '') throw new Refused('验证码无效')
  if (!(await captchas.take(checkKey, captcha))) throw new Refused('验证码错误')
}

/**
 * The account behind a user name and password. Unknown names and wrong passwords get one answer in equal time;
 * only someone who knows the password learns that the account is frozen or deleted.
 */
async function authenticate(deps: RouteDeps, request: FastifyRequest, credentials: Credentials): Promise<Account> {
  const { db } = deps.engine
  const account = await readAccount(db.read, { username: credentials.username })
  const fits = await passwordFits(account?.passwordHash, credentials.password)
  if (account && fits) {
    await refuseBarred(db, request, account)
    return account
  }
  const { username } = credentials
  const content = `用户登录失败，用户名:${username}，${wrongPassword}`
  await db.write((tx) => logLogin(tx, { kind: 'login', ok: false, userId: account?.id ?? null, username, ip: request.ip, content }))
  throw new Refused(wrongPassword)
}

async function signOut({ engine, logins }: RouteDeps, request: FastifyRequest) {
  const actor = await logins.ownerOf(request).catch((error: unknown) => {
    if (error instanceof NotSignedIn) return undefined
    throw error
  })
  const key = keyOfRequest(request)
  if (!actor || !key) throw new Refused('退出登录失败！')
  const content = `用户名: ${actor.username},退出成功！`
  await engine.db.write(async (tx) => {
    await closeViews(engine, tx, { key })
    if (!(await endLogin(tx, key))) throw new Refused('退出登录失败！')
    await logLogin(tx, { kind: 'logout', ok: true, userId: actor.id, username: actor.username, ip: request.ip, content })
    announceEnded(engine, tx, key)
  })
  return ok(null, '退出登录成功！')
}

/** Picture code, sign-in and sign-out; all three work without a login. */
export function loginRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { throttle } = deps
  const captchas = createCaptchas(deps.keys)
  const config = { permission: 'public' }

  app.get<{ Params: { key: string } }>(
    '/api/sys/randomImage/:key',
    { config: anonymous, schema: { summary: '登录的图片验证码' } },
    async (request) => ok(deps.config.captcha ? await captchas.draw(request.params.key.slice(0, MOST_TEXT)) : null),
  )
  app.post('/api/sys/checkCaptcha', { config: anonymous, schema: { summary: '校验图片验证码' } }, async (request) => {
    await checkCaptcha(captchas, credentialsOf(request))
    return ok(null)
  })
  app.post('/api/sys/login', { config, schema: { summary: '用户名密码登录' } }, async (request) => {
    const credentials = credentialsOf(request)
    await throttle.ask(request.ip, credentials.username)
    if (deps.config.captcha) await checkCaptcha(captchas, credentials)
    const leave = await throttle.enter(request.ip, credentials.username)
    try {
      return ok(await signInAccount(deps, request, await authenticate(deps, request, credentials)), '登录成功')
    } finally {
      leave()
    }
  })
  app.route({
    method: ['GET', 'POST'],
    url: '/api/sys/logout',
    config,
    schema: { summary: '退出登录' },
    handler: (request) => signOut(deps, request),
  })
}
