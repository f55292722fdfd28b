import sortBy from 'lodash-es/sortBy.js'

/** Devices that a session uses, and when. */
export interface Demand {
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
  readonly facilityNum: number
}

interface Step {
  readonly time: string
  readonly change: number
  /** +1 or -1 when a planned session begins or ends. */
  readonly planned: number
}

function stepsOf(demands: readonly Demand[], planned: 0 | 1): Step[] {
  return demands.flatMap(({ startTime, endTime, facilityNum }) =>
    startTime && endTime
      ? [
          { time: startTime, change: facilityNum, planned },
          { time: endTime, change: -facilityNum, planned: -planned },
        ]
      : [],
  )
}

/**
 * The most devices in use at one time during the planned sessions, including those that stored sessions use then. A planned
 * session without a time counts alone.
 */
export function mostDevices(planned: readonly Demand[], stored: readonly Demand[] = []): number {
  const steps = sortBy([...stepsOf(planned, 1), ...stepsOf(stored, 0)], [({ time }) => time, ({ change }) => change])
  let most = planned.reduce((highest, { facilityNum }) => Math.max(highest, facilityNum), 0)
  let used = 0
  let running = 0
  for (const step of steps) {
    used += step.change
    running += step.planned
    if (running > 0) most = Math.max(most, used)
  }
  return most
}
