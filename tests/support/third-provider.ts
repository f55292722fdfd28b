import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Someone with an account at the provider. */
export interface Somebody {
  readonly id: string
  readonly name: string
  readonly nick: string
  readonly avatar?: string
}

interface Granted {
  readonly who: Somebody
  readonly challenge: string
}

/** github, 微信, 企业微信 and 钉钉 on loopback: they grant codes, check what they are sent, and say who somebody is. */
export interface ThirdProvider {
  /** THIRD_LOGIN for a server that uses it. */
  readonly settings: string
  /** Somebody agrees at an address to which a server has sent them; answers where their browser goes then. */
  agree(address: string, who: Somebody): string
  /** While it is set, pages at the authorize address agree as this person by themselves. */
  visitor: Somebody | undefined
  /** While it is set, they refuse instead. */
  isRefusing: boolean
  close(): Promise<void>
}

const secret = 'provider-secret'

async function bodyOf(request: IncomingMessage): Promise<Readonly<Record<string, string>>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  const text = Buffer.concat(parts).toString('utf8')
  return text === '' ? {} : JSON.parse(text)
}

export async function startThirdProvider(): Promise<ThirdProvider> {
  const codes = new Map<string, Granted>()
  const bearers = new Map<string, Somebody>()
  let origin = ''
  const bearerFor = (who: Somebody): string => {
    const bearer = randomBytes(12).toString('hex')
    bearers.set(bearer, who)
    return bearer
  }
  const spend = (code: string | undefined): Granted | undefined => {
    const granted = codes.get(code ?? '')
    codes.delete(code ?? '')
    return granted
  }
  const provider: ThirdProvider = {
    settings: '',
    visitor: undefined,
    isRefusing: false,
    agree(address, who) {
      const asked = new URL(address)
      const code = randomBytes(12).toString('hex')
      codes.set(code, { who, challenge: asked.searchParams.get('code_challenge') ?? '' })
      const back = new URL(asked.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set(asked.pathname.startsWith('/dingtalk') ? 'authCode' : 'code', code)
      back.searchParams.set('state', asked.searchParams.get('state') ?? '')
      return back.href
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
  async function answer(request: IncomingMessage): Promise<object | undefined> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here')
    const query = Object.fromEntries(searchParams)
    const body = await bodyOf(request)
    const holder = bearers.get(
      query['access_token'] ?? String(request.headers['x-acs-dingtalk-access-token'] ?? request.headers.authorization?.slice(7)),
    )
    if (pathname === '/github/token') {
      const granted = spend(body['code'])
      const proof = createHash('sha256')
        .update(body['code_verifier'] ?? '')
        .digest('base64url')
      if (body['client_secret'] !== secret || granted?.challenge !== proof) return { error: 'bad_verification_code' }
      return { access_token: bearerFor(granted.who) }
    }
    if (pathname === '/github/user')
      return holder && { id: Number(holder.id), login: holder.name, name: holder.nick, avatar_url: holder.avatar ?? '' }
    if (pathname === '/dingtalk/token') {
      const granted = body['clientSecret'] === secret ? spend(body['code']) : undefined
      return granted && { accessToken: bearerFor(granted.who) }
    }
    if (pathname === '/dingtalk/user') return holder && { unionId: holder.id, nick: holder.nick }
    if (pathname === '/wechat_open/token') {
      const granted = query['secret'] === secret ? spend(query['code']) : undefined
      return granted ? { access_token: bearerFor(granted.who), openid: granted.who.id } : { errcode: 40029 }
    }
    if (pathname === '/wechat_open/user') return holder && { openid: holder.id, nickname: holder.nick, unionid: `u${holder.id}` }
    if (pathname === '/wechat_enterprise/token') return query['corpsecret'] === secret ? { access_token: 'company' } : { errcode: 40001 }
    if (pathname === '/wechat_enterprise/user') {
      const granted = query['access_token'] === 'company' ? spend(query['code']) : undefined
      if (granted) bearers.set(granted.who.name, granted.who)
      return granted ? { userid: granted.who.name } : { errcode: 40029 }
    }
    if (pathname === '/wechat_enterprise/profile') return { name: bearers.get(query['userid'] ?? '')?.nick }
    return undefined
  }
  const server = createServer((request, reply) => {
    if (request.url?.includes('/authorize') && provider.visitor) {
      const back = new URL(provider.agree(`${origin}${request.url}`, provider.visitor))
      if (provider.isRefusing) back.searchParams.delete('code')
      reply.writeHead(302, { location: back.href }).end()
      return
    }
    void answer(request).then((found) => {
      reply.writeHead(found ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(found ?? {}))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const endpointsOf = (type: string) =>
    Object.fromEntries(
      ['authorize', 'inApp', 'token', 'user', 'profile'].map((name) => [
        name,
        `${origin}/${type}/${name === 'inApp' ? 'authorize' : name}`,
      ]),
    )
  const settings = Object.fromEntries(
    ['github', 'wechat_enterprise', 'dingtalk', 'wechat_open'].map((type) => [
      type,
      { clientId: 'shiyan', clientSecret: secret, ...(type === 'wechat_enterprise' ? { agentId: '1' } : {}), endpoints: endpointsOf(type) },
    ]),
  )
  return Object.assign(provider, { settings: JSON.stringify(settings) })
}
