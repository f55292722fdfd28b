import { api, configureApi, type OnSignedOut } from '../../../engine/client/index.ts'
import { readLogin } from './login-record.ts'

let handle: OnSignedOut | undefined
let isHandled: () => void = () => undefined
const whenHandled = new Promise<void>((done) => (isHandled = done))

/** The token of a login that this browser has forgotten but the server has yet to end. */
let leaving: string | undefined

/** Every call carries the stored login. One that is refused before the application is there waits for it. */
export function carryLogin(): void {
  configureApi({
    readToken: () => readLogin()?.token ?? leaving,
    onSignedOut: async (refused) => {
      await whenHandled
      return handle ? handle(refused) : false
    },
  })
}

/** Says what happens when the server no longer accepts the login. */
export function handleRefused(next: OnSignedOut): void {
  handle = next
  isHandled()
}

/** Ends a login on the server. */
export function endOnServer(token: string | undefined): void {
  leaving = token
  const done = () => {
    leaving = undefined
  }
  api.post('/sys/logout').then(done, done)
}
