import { wordsOf } from '../words-of.ts'

/** Work that is done whenever somebody calls for it, never twice at a time. */
export interface OnCall {
  look(): void
  close(): Promise<void>
}

interface Deps {
  /** Prints a message for the operator of the server. */
  said(sentence: string): void
}

/** Do the work at each call, and once more if it was called for meanwhile; when the server stops, what was begun is waited for. */
export function onCall({ said }: Deps, work: (isClosing: () => boolean) => Promise<void>): OnCall {
  let isClosing = false
  let isTroubled = false
  let isAskedAgain = false
  let running: Promise<void> | undefined
  return {
    look() {
      isAskedAgain = true
      running ??= (async () => {
        while (isAskedAgain && !isClosing) {
          isAskedAgain = false
          await work(() => isClosing)
          isTroubled = false
        }
      })()
        .catch((error: unknown) => {
          if (!isTroubled) said(`消息暂停发送：${wordsOf(error)}`)
          isTroubled = true
        })
        .finally(() => (running = undefined))
    },
    async close() {
      isClosing = true
      await running
    },
  }
}
