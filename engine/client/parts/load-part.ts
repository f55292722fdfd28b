import { ReadableError } from '../readable-error.ts'

/** A part of the application that did not come although it was asked for again. */
export class PartMissing extends ReadableError {
  constructor(cause: unknown) {
    super('页面内容未能加载，请检查网络后重试', { cause })
  }
}

/** How long it is waited before each further try, in milliseconds. */
const pauses = [400, 1200]

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds))

/** A style sheet that failed would count as loaded, and its part come without it the next time. */
function dropFailedStyles(): void {
  if (typeof document === 'undefined') return
  document.addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && target.remove(), true)
}
dropFailedStyles()

/** Load what comes in a file of its own, again after a while when it does not come. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (const milliseconds of pauses) {
    try {
      return await load()
    } catch {
      await pause(milliseconds)
    }
  }
  return load().catch((error: unknown) => {
    throw new PartMissing(error)
  })
}
