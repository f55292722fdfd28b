import { expect } from 'vitest'
import { aPerson, password } from '../../../api/world.ts'
import type { TestApp } from '../../../support/build-app.ts'
import { startThirdProvider, type Somebody, type ThirdProvider } from '../../../support/third-provider.ts'
import { phoneWorld } from './phone/phone-world.ts'

export const origin = 'https://lab.example.edu'

interface SameName {
  readonly isObj: true
  readonly source: string
  readonly uuid: string
  readonly username: string
  readonly operateCode: string
}

/** The key that a popup hands over for an account that is bound to nobody. */
export const bindingKeyIn = (message: unknown): string => /^绑定手机号,([\w-]{43})$/.exec(String(message))?.[1] ?? ''

/** A browser keeps its cookie, and follows nothing by itself. */
function aBrowser(app: TestApp, provider: ThirdProvider) {
  let cookie = ''
  const get = async (url: string) => {
    const reply = await app.app.inject({
      method: 'GET',
      url: url.replace(origin, ''),
      headers: { accept: 'text/html,*/*', ...(cookie ? { cookie } : {}) },
    })
    const set = String(reply.headers['set-cookie'] ?? '')
    if (set !== '') cookie = set.split(';')[0] ?? ''
    return { status: reply.statusCode, location: String(reply.headers.location ?? ''), text: reply.body, headers: reply.headers, set }
  }
  const post = <T = string>(path: string, body: object, as?: string) =>
    app.call<T>('POST', path, { body, headers: { cookie }, ...(as ? { as } : {}) })
  const messageOf = (text: string): string | SameName => JSON.parse(/postMessage\((.+), location\.origin\)/.exec(text)?.[1] ?? 'null')
  return {
    get,
    post,
    render: (type: string) => get(`/api/sys/thirdLogin/render/${type}`),
    async comeBack(address: string) {
      const { text } = await get(address)
      return messageOf(text)
    },
    async popup(type: string, who: Somebody) {
      const { location } = await get(`/api/sys/thirdLogin/render/${type}`)
      return this.comeBack(provider.agree(location, who))
    },
    enter: (ticket: string, type: string) =>
      app.call<{ token: string; userInfo: { username: string } }>('GET', `/sys/thirdLogin/getLoginUser/${ticket}/${type}`, {
        headers: { cookie },
      }),
  }
}

/** The server, the providers that it knows, and people with browsers of their own. */
export async function thirdWorld(database: Parameters<typeof phoneWorld>[0]) {
  const provider = await startThirdProvider()
  const world = await phoneWorld(database, { PUBLIC_URL: origin, THIRD_LOGIN: provider.settings })
  const { app, admin } = world
  let people = 0
  const somebody = (name = `other${people}`): Somebody => ({ id: String(++people + 1000), name, nick: `张三${people}` })
  const browser = () => aBrowser(app, provider)
  /** A user with a bound account of this type. */
  async function aBoundUser(type: string) {
    const [user, who, own] = [await aPerson(app, admin, '4'), somebody(), browser()]
    const uuid = bindingKeyIn(await own.popup(type, who))
    const done = await own.post('/sys/thirdLogin/bind', { uuid, password }, user.token)
    expect(done.body).toMatchObject({ success: true, message: '绑定成功' })
    return { ...user, who, own }
  }

  const close = async () => {
    await world.close()
    await provider.close()
  }
  return { app, admin, world, provider, somebody, browser, aBoundUser, close }
}

export type ThirdWorld = Awaited<ReturnType<typeof thirdWorld>>
