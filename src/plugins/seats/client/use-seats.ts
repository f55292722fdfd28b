import useSWR from 'swr'
import { declaredCall } from '../../../../engine/client/index.ts'
import type { SeatRow } from '../wire.ts'

const path = '/inspect/bhExperiGroup/groupSeatList'

/** A seat map always shows the current seats when it opens, not cached ones. */
export const fresh = { revalidateOnFocus: false, dedupingInterval: 0 }

/** The seats of a session, as last read. */
export function useSeats(sessionId: string) {
  const { data, error, mutate, isLoading } = useSWR<SeatRow[], Error>(
    ['seat', path, sessionId],
    () => declaredCall(path, { experiGroupId: sessionId }).get<SeatRow[]>(),
    fresh,
  )
  return { seats: data, error, isLoading, mutate }
}
