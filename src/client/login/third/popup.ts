import { asFarAs } from '../../../../engine/outside.ts'
import { anyText, constTrue, nonEmptyText, objectOf, open } from '../../../../engine/json-schema-parts.ts'

const SIZE = 500
/** A closed popup may have sent its message just before. */
const LOOK_EVERY = 500

/** An account of another provider whose name a user here has. */
export interface SameName {
  readonly isObj: true
  readonly source: string
  readonly uuid: string
  readonly username: string
  readonly operateCode: string
}
const sameName = open(
  objectOf<SameName>({
    required: { isObj: true, source: true, uuid: true, username: true, operateCode: true },
    properties: { isObj: constTrue, source: nonEmptyText, uuid: nonEmptyText, username: anyText, operateCode: nonEmptyText },
  }),
)

/** What a popup has said, understood. */
export type PopupAnswer =
  | { readonly kind: 'failed' | 'unknown' | 'closed' | 'blocked' }
  | { readonly kind: 'phone'; readonly uuid: string }
  | { readonly kind: 'ticket'; readonly ticket: string }
  | { readonly kind: 'sameName'; readonly account: SameName }

/** Understands a message: a failure, a request for a phone, a ticket, or an account whose name is taken. */
export function answerOf(message: unknown): PopupAnswer {
  if (message === '登录失败') return { kind: 'failed' }
  if (typeof message === 'string') {
    const uuid = /^绑定手机号,(.+)$/.exec(message)?.[1]
    if (uuid !== undefined) return { kind: 'phone', uuid }
    return /^[\w-]{43}$/.test(message) ? { kind: 'ticket', ticket: message } : { kind: 'unknown' }
  }
  const account = asFarAs(sameName, message)
  return account ? { kind: 'sameName', account } : { kind: 'unknown' }
}

/** Said where the browser has not let the window open. */
export const popupBlocked = '登录窗口被浏览器拦截，请允许弹出窗口后重试'

/** Opens the provider's page and waits for what it says. Call it in the click itself, or the browser blocks the window. */
export function askInPopup(type: string): Promise<PopupAnswer> {
  const left = Math.round(window.screenX + (window.outerWidth - SIZE) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - SIZE) / 2)
  const popup = window.open(`/api/sys/thirdLogin/render/${type}`, 'third-login', `width=${SIZE},height=${SIZE},left=${left},top=${top}`)
  if (!popup) return Promise.resolve({ kind: 'blocked' })
  return new Promise((done) => {
    let closedBefore = false
    const end = (answer: PopupAnswer) => {
      window.removeEventListener('message', hear)
      clearInterval(timer)
      done(answer)
    }
    const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin === window.location.origin && source === popup) end(answerOf(data))
    }
    const timer = setInterval(() => {
      if (closedBefore) end({ kind: 'closed' })
      closedBefore = popup.closed
    }, LOOK_EVERY)
    window.addEventListener('message', hear)
  })
}
