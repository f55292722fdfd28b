import type { App } from 'antd'
import { createElement } from 'react'
import { ApiError } from './api.ts'
import { closable } from './close-notice.ts'
import { errorSentence } from './readable-error.ts'
import { askAbout } from './why.ts'

/** Statuses of a refusal with a reason; any other status is a failed request. */
const answers: ReadonlySet<number> = new Set([200, 401, 409, 413, 422, 429])

interface Telling {
  readonly kind?: 'warning' | 'error'
  /** Shown before the sentence: the person or thing that it is about, with its colon. */
  readonly about?: string
}

/** A refusal is shown as a message that passes, a failed request as a notification. */
export function tellRefusal(
  { message, notification }: Pick<ReturnType<typeof App.useApp>, 'message' | 'notification'>,
  error: unknown,
  { kind = 'warning', about = '' }: Telling = {},
): void {
  const sentence = `${about}${errorSentence(error)}`
  const failed = error instanceof ApiError && !answers.has(error.status)
  if (failed) notification.error({ key: `failed ${about}`, message: '错误', description: sentence, closable })
  else {
    const ask = askAbout(error)
    const button = ask && createElement('button', { type: 'button', className: 'why', onClick: ask }, '为什么？')
    void message[kind](button ? createElement('span', null, sentence, button) : sentence)
  }
}
