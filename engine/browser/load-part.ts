import { ReadableError } from './readable-error.ts'

/** A part of the application that failed to load, even after retries. */
export class PartMissing extends ReadableError {
  constructor(cause: unknown) {
    super('页面内容未能加载，请检查网络后重试', { cause })
  }
}

/** The wait before each retry, in milliseconds. */
const pauses = [400, 1200]

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds))

/** A failed style sheet would count as loaded, and the next try would show its part without styles. */
function dropFailedStyles(): void {
  if (typeof document === 'undefined') return
  document.addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && target.remove(), true)
}
dropFailedStyles()

/** Load a part that has a file of its own, with retries. */
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
