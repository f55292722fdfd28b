import type { PlannedSession } from './plan.ts'

export type BookedKind = 'student' | 'address' | 'device'

/** A person, room or device that a stored session holds for a time, from `startTime` up to but not including `endTime`. */
export interface Booking {
  readonly kind: BookedKind
  readonly id: string
  /** `yyyy-MM-dd HH:mm:ss`: such texts sort like the times they mean. */
  readonly startTime: string
  readonly endTime: string
  /** The session's name as the asker may read it. */
  readonly session: string
}

/** A planned session that wants something another session has at the same time. */
export interface Clash {
  readonly kind: BookedKind
  /** Index of the planned session. */
  readonly at: number
  /** Index of the other session if it is planned too. */
  readonly withPlanned?: number
  readonly other: string
  readonly startTime: string
  readonly endTime: string
  /** The students, rooms or devices. */
  readonly ids: readonly string[]
}

/** A planned session may name the devices that it will take. */
export type Bookable = PlannedSession & { readonly devices?: readonly string[] }

interface Held extends Booking {
  readonly at?: number
}

function heldBy(session: Bookable, at: number): Held[] {
  const { startTime, endTime, groupName, experiAdressId } = session
  if (!startTime || !endTime) return []
  const hold = (kind: BookedKind) => (id: string) => ({ kind, id, startTime, endTime, session: groupName, at })
  return [
    ...session.students.map(hold('student')),
    ...(experiAdressId ? [hold('address')(experiAdressId)] : []),
    ...(session.devices ?? []).map(hold('device')),
  ]
}

function pairOf(one: Held, other: Held): Omit<Clash, 'ids'> | undefined {
  const [mine, theirs] = one.at === undefined ? [other, one] : [one, other]
  if (mine.at === undefined) return undefined
  return {
    kind: mine.kind,
    at: mine.at,
    ...(theirs.at === undefined ? {} : { withPlanned: theirs.at }),
    other: theirs.session,
    startTime: theirs.startTime,
    endTime: theirs.endTime,
  }
}

const byStart = (one: Held, other: Held): number => (one.startTime < other.startTime ? -1 : one.startTime > other.startTime ? 1 : 0)

/**
 * What the plan takes twice at one time, against itself and against what is booked. Each booking is held against the one that
 * lasts longest of those before it: every planned session that clashes is named, and the work stays n log n.
 */
export function clashesOf(sessions: readonly Bookable[], bookings: readonly Booking[]): Clash[] {
  const byThing = new Map<string, Held[]>()
  for (const held of [...sessions.flatMap(heldBy), ...bookings]) {
    const key = `${held.kind} ${held.id}`
    const all = byThing.get(key)
    if (all) all.push(held)
    else byThing.set(key, [held])
  }
  const found = new Map<string, Clash & { ids: string[] }>()
  for (const all of byThing.values()) {
    if (all.length < 2) continue
    let longest: Held | undefined
    for (const held of all.sort(byStart)) {
      const pair = longest && held.startTime < longest.endTime ? pairOf(held, longest) : undefined
      if (pair) {
        const key = [pair.kind, pair.at, pair.withPlanned, pair.other, pair.startTime, pair.endTime].join('\n')
        const known = found.get(key)
        if (known) known.ids.push(held.id)
        else found.set(key, { ...pair, ids: [held.id] })
      }
      if (!longest || held.endTime > longest.endTime) longest = held
    }
  }
  return [...found.values()].sort((one, other) => one.at - other.at)
}

export interface Demand {
  readonly startTime?: string | null
  readonly endTime?: string | null
  readonly facilityNum: number
}

/** The most devices in use at one time; a session without a time is taken to stand alone. */
export function mostDevices(demands: readonly Demand[]): number {
  const steps: { time: string; change: number }[] = []
  let most = 0
  for (const { startTime, endTime, facilityNum } of demands) {
    most = Math.max(most, facilityNum)
    if (!startTime || !endTime) continue
    steps.push({ time: startTime, change: facilityNum }, { time: endTime, change: -facilityNum })
  }
  steps.sort((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : one.change - other.change))
  let used = 0
  for (const { change } of steps) {
    used += change
    most = Math.max(most, used)
  }
  return most
}
