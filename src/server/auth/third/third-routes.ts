import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { InvalidInput, ok, Refused } from '../../../../engine/server/index.ts'
import type { RouteDeps } from '../../deps.ts'
import { queryOf } from '../../request-values.ts'
import { readAccount, type Account } from '../accounts.ts'
import { anonymous } from '../anonymous.ts'
import { refuseBarred } from '../refuse-barred.ts'
import { signInAccount } from '../sign-in.ts'
import { bindingRoutes } from './binding-routes.ts'
import { markBrowser } from './browser-mark.ts'
import { sendPopupPage, type PopupMessage } from './popup-page.ts'
import type { Provider } from './provider.ts'
import { createProviders } from './providers.ts'
import type { ThirdAccount } from './third-accounts.ts'
import { accountOfTicket, beginConsent, endConsent, issuePending, issueTicket } from './third-flow.ts'

const config = anonymous
const failed = '登录失败'

interface Typed {
  readonly Params: { readonly type: string }
}

/** A sentence in a popup, where a browser shows it as it is; any other caller gets the usual envelope. */
function plain(request: FastifyRequest, reply: FastifyReply, sentence: string): FastifyReply {
  if (!request.headers.accept?.includes('text/html')) throw new InvalidInput({ source: sentence })
  return reply.status(422).type('text/plain; charset=utf-8').send(sentence)
}

/** Whoever comes back from a provider: 钉钉 calls the code authCode. */
function returnedIn(request: FastifyRequest) {
  const { code = '', authCode = '', state = '' } = queryOf(request)
  return { code: authCode || code, state }
}

/** A provider that fails is our trouble to look into, and 登录失败 for the user. */
function endedBadly(request: FastifyRequest, error: unknown): void {
  if (!(error instanceof Refused)) throw error
  request.log.warn({ reason: error.details, type: request.url.split('?')[0] }, 'third-party login')
}

/** The user to whom an account is bound. */
const ownerOf = async ({ engine }: RouteDeps, { userId }: ThirdAccount): Promise<Account | undefined> =>
  userId ? readAccount(engine.db.read, { id: userId }) : undefined

/** What the popup says of an account. */
async function messageFor(deps: RouteDeps, request: FastifyRequest, account: ThirdAccount): Promise<PopupMessage> {
  const owner = await ownerOf(deps, account)
  if (owner) return issueTicket(deps.keys, request, { account: owner, third: account })
  const { uuid, sameName, operateCode } = await issuePending(deps, request, account)
  if (sameName === '') return `绑定手机号,${uuid}`
  const { type: source, username, avatar } = account
  return { isObj: true, source, uuid, username, avatar, operateCode }
}

function popupRoutes(app: FastifyInstance, base: string, deps: RouteDeps, providers: ReadonlyMap<string, Provider>): void {
  const isSecure = deps.config.publicUrl.startsWith('https:')
  app.get<Typed>(`${base}/render/:type`, { config, schema: { summary: '前往第三方登录' } }, async (request, reply) => {
    const { type } = request.params
    const provider = providers.get(type)
    if (!provider) return plain(request, reply, '不支持的source')
    const browser = markBrowser(request, reply, isSecure)
    const address = await beginConsent(deps, provider, { type, browser, inApp: false })
    return reply.header('cross-origin-opener-policy', 'unsafe-none').redirect(address)
  })
  app.get<Typed>(`${base}/:type/callback`, { config, schema: { summary: '从第三方登录返回' } }, async (request, reply) => {
    const { type } = request.params
    const provider = providers.get(type)
    if (!provider) return plain(request, reply, '不支持的source')
    try {
      const account = await endConsent(deps, provider, request, { type, inApp: false, ...returnedIn(request) })
      return sendPopupPage(reply, await messageFor(deps, request, account))
    } catch (error) {
      endedBadly(request, error)
      return sendPopupPage(reply, failed)
    }
  })
}

/** Signing in inside the provider's own application, where there is no popup; `state` is the origin of the page, and must be ours. */
function inAppRoutes(app: FastifyInstance, base: string, deps: RouteDeps, providers: ReadonlyMap<string, Provider>): void {
  const { origin, protocol } = new URL(deps.config.publicUrl)
  const landing = (query: Readonly<Record<string, string>>) => `${origin}/oauth2-app/login?${new URLSearchParams(query)}`
  app.get<Typed>(`${base}/oauth2/:type/login`, { config, schema: { summary: '第三方应用内登录' } }, async (request, reply) => {
    const { type } = request.params
    const provider = providers.get(type)
    if (!provider?.hasInApp) return plain(request, reply, '不支持的source')
    if (queryOf(request).state !== origin) return plain(request, reply, '不允许的来源')
    const browser = markBrowser(request, reply, protocol === 'https:')
    return reply.redirect(await beginConsent(deps, provider, { type, browser, inApp: true }))
  })
  app.get<Typed>(`${base}/oauth2/:type/callback`, { config, schema: { summary: '从第三方应用内登录返回' } }, async (request, reply) => {
    const { type } = request.params
    const provider = providers.get(type)
    if (!provider?.hasInApp) return plain(request, reply, '不支持的source')
    try {
      const account = await endConsent(deps, provider, request, { type, inApp: true, ...returnedIn(request) })
      const owner = await ownerOf(deps, account)
      if (owner) {
        const ticket = await issueTicket(deps.keys, request, { account: owner, third: account })
        return await reply.redirect(landing({ oauth2LoginToken: ticket, thirdType: type }))
      }
      const { uuid } = await issuePending(deps, request, account)
      return await reply.redirect(landing({ thirdUserUuid: uuid, thirdType: type }))
    } catch (error) {
      endedBadly(request, error)
      return reply.redirect(landing({ failed: '1', thirdType: type }))
    }
  })
}

/** Opens the login behind a ticket: once, and in the browser that it was issued to. */
function ticketRoute(app: FastifyInstance, base: string, deps: RouteDeps): void {
  const { db } = deps.engine
  app.route<{ Params: { token: string; thirdType: string } }>({
    method: ['GET', 'POST'],
    url: `${base}/getLoginUser/:token/:thirdType`,
    config,
    schema: { summary: '凭票据完成第三方登录' },
    handler: async (request) => {
      const { token, thirdType } = request.params
      const account = await accountOfTicket(deps, request, { ticket: token, type: thirdType })
      if (!account) throw new Refused(failed)
      await refuseBarred(db, request, account)
      return ok(await signInAccount(deps, request, account), '登录成功')
    },
  })
}

/** Signing in through other providers, under both spellings of the path. */
export function thirdRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const providers = createProviders(deps.config.thirdLogin)
  for (const base of ['/api/sys/thirdLogin', '/api/sys/third']) {
    popupRoutes(app, base, deps, providers)
    inAppRoutes(app, base, deps, providers)
    ticketRoute(app, base, deps)
    bindingRoutes(app, base, deps)
  }
}
