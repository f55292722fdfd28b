import { ApiError } from '../../../../../engine/client/index.ts'
import type { ClashDetails, Holder } from '../../wire.ts'

/** Who holds the row, if that is why the call was refused. */
export const holderIn = (error: unknown): Holder | undefined =>
  error instanceof ApiError && error.status === 409 ? (error.details as { holder?: Holder } | undefined)?.holder : undefined

/** Both sides, if two marks clash and that is why the call was refused. */
export const clashIn = (error: unknown): ClashDetails | undefined => {
  const details = error instanceof ApiError && error.status === 409 ? (error.details as Partial<ClashDetails> | undefined) : undefined
  return Array.isArray(details?.clashes) ? (details as ClashDetails) : undefined
}

const retryAfter = [1000, 3000]

/** Tries again while the network fails, under the same key: the server does it once, however often it is asked. */
export async function persist<T>(work: () => Promise<T>): Promise<T> {
  for (const pause of retryAfter) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return work()
}
