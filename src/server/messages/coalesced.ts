import { warnOnce, type Warn } from '../warn.ts'

/** Work that is done whenever somebody asks for it, never twice at a time: what is asked meanwhile is done once more. */
export interface Coalesced {
  run(): void
  /** What was begun is waited for. */
  close(): Promise<void>
}

export function coalesced({ warn }: { readonly warn: Warn }, work: (isClosing: () => boolean) => Promise<void>): Coalesced {
  let isClosing = false
  let isAskedAgain = false
  let running: Promise<void> | undefined
  const attempt = warnOnce(warn, '消息暂停发送')
  return {
    run() {
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
