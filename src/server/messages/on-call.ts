import { warnOnce, type Warn } from '../warn.ts'

/** Work that is done whenever somebody calls for it, never twice at a time. */
export interface OnCall {
  look(): void
  close(): Promise<void>
}

interface Deps {
  readonly warn: Warn
}

/** Do the work at each call, and once more if it was called for meanwhile; when the server stops, what was begun is waited for. */
export function onCall({ warn }: Deps, work: (isClosing: () => boolean) => Promise<void>): OnCall {
  let isClosing = false
  let isAskedAgain = false
  let running: Promise<void> | undefined
  const attempt = warnOnce(warn, '消息暂停发送')
  return {
    look() {
      isAskedAgain = true
      running ??= attempt(async () => {
        while (isAskedAgain && !isClosing) {
          isAskedAgain = false
          await work(() => isClosing)
        }
      }).finally(() => (running = undefined))
    },
    async close() {
      isClosing = true
      await running
    },
  }
}
