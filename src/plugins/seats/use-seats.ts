import useSWR from 'swr'
import { api } from '../../../engine/client/index.ts'
import type { SeatRow } from './seat-row.ts'

const path = '/inspect/bhExperiGroup/groupSeatList'

/** The seats of a session, as last read. */
export function useSeats(sessionId: string) {
  const { data, error, mutate, isLoading } = useSWR<SeatRow[], Error>(
    ['seat', path, sessionId],
    () => api.get<SeatRow[]>(path, { experiGroupId: sessionId }),
    { revalidateOnFocus: false },
  )
  return { seats: data, error, isLoading, mutate }
}

/** Say a refusal in the server's own words. */
export const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : '操作失败')
