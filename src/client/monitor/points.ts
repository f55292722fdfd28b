/** A value of a live chart at its time. */
export interface LivePoint {
  readonly at: string
  readonly value: number
}

/** The latest six and one: a further one drops the oldest. */
const MOST = 7

export const withPoint = (points: readonly LivePoint[], point: LivePoint): readonly LivePoint[] => [...points, point].slice(-MOST)
