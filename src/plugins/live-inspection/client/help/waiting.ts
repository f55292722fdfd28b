import { momentOf } from '../../../../teaching/moment.ts'

/** Seconds waited by the server's clock; never negative, even if the clock is behind. */
export const waitedSeconds = (since: string, serverNow: number): number =>
  Math.max(0, Math.floor((serverNow - momentOf(since)) / 1000)) || 0

/** `4:05`, `1:02:03`. */
export function spell(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

export type Age = 'fresh' | 'waiting' | 'late'

/** How long is too long: two minutes stand out, five are late. */
export const ageOf = (seconds: number): Age => (seconds >= 300 ? 'late' : seconds >= 120 ? 'waiting' : 'fresh')
