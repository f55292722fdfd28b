import { ApiError } from '../../../../../engine/client/index.ts'
import { anyNumber, anyText, nonEmptyText, objectOf, open } from '../../../../../engine/json-schema-parts.ts'
import { asFarAs } from '../../../../../engine/outside.ts'
import type { Claim, ClashDetails, Holder } from '../../wire.ts'

const holder = objectOf<Holder>({ required: { id: true, name: true }, properties: { id: nonEmptyText, name: anyText } })
const held = open(objectOf<Pick<Claim, 'holder'>>({ required: { holder: true }, properties: { holder } }))
type Hold = Pick<Claim, 'holder' | 'until'>
const heldUntil = open(objectOf<Hold>({ required: { holder: true, until: true }, properties: { holder, until: anyNumber } }))
/** What a refusal says because somebody else was first. */
const conflictIn = (error: unknown): unknown => (error instanceof ApiError && error.status === 409 ? error.details : undefined)

/** Who holds the row, if that is why the call was refused. */
export const holderIn = (error: unknown): Holder | undefined => asFarAs(held, conflictIn(error))?.holder

/** Who holds the row, and until when. */
export const holdIn = (error: unknown): Hold | undefined => asFarAs(heldUntil, conflictIn(error))

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
