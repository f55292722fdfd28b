import sortBy from 'lodash-es/sortBy.js'
import type { PlannedSession } from './plan.ts'

export type BookedKind = 'student' | 'address' | 'device'

/** A person, room or device that a stored session holds for a time, from `startTime` up to but not including `endTime`. */
export interface Booking {
  readonly kind: BookedKind
  readonly id: string
  /** `yyyy-MM-dd HH:mm:ss`: such texts sort like the times they mean. */
  readonly startTime: string
  readonly endTime: string
  /** The session's name, if the caller may read it. */
  readonly session: string
}

/** A planned session that needs something that another session has at the same time. */
export interface Clash {
  readonly kind: BookedKind
  /** Index of the planned session. */
  readonly index: number
  /** Index of the other session if it is planned too. */
  readonly withPlanned?: number
  readonly other: string
  readonly startTime: string
  readonly endTime: string
  /** The students, rooms or devices. */
  readonly ids: readonly string[]
}

/** A planned session, which may name the devices that it will take. */
export type Bookable = PlannedSession & { readonly devices?: readonly string[] }

interface PlannedBooking extends Booking {
  readonly index?: number
}

function bookingsOf(session: Bookable, index: number): PlannedBooking[] {
  const { startTime, endTime, groupName, experiAdressId } = session
  if (!startTime || !endTime) return []
  const book = (kind: BookedKind) => (id: string) => ({ kind, id, startTime, endTime, session: groupName, index })
  return [
    ...session.students.map(book('student')),
    ...(experiAdressId ? [book('address')(experiAdressId)] : []),
    ...(session.devices ?? []).map(book('device')),
  ]
}

function pairOf(one: PlannedBooking, other: PlannedBooking): Omit<Clash, 'ids'> | undefined {
  const [mine, theirs] = one.index === undefined ? [other, one] : [one, other]
  if (mine.index === undefined) return undefined
  return {
    kind: mine.kind,
    index: mine.index,
    ...(theirs.index === undefined ? {} : { withPlanned: theirs.index }),
    other: theirs.session,
    startTime: theirs.startTime,
    endTime: theirs.endTime,
  }
}

/** Compares each booking of one thing with the earlier one that ends last, so that every booking that clashes is found. */
function overlapsAmong(all: PlannedBooking[]): (Omit<Clash, 'ids'> & { readonly id: string })[] {
  const found: (Omit<Clash, 'ids'> & { readonly id: string })[] = []
  let longest: PlannedBooking | undefined
  for (const booking of sortBy(all, ({ startTime }) => startTime)) {
    const pair = longest && booking.startTime < longest.endTime ? pairOf(booking, longest) : undefined
    if (pair) found.push({ ...pair, id: booking.id })
    if (!longest || booking.endTime > longest.endTime) longest = booking
  }
  return found
}

/** What the plan uses twice at one time, within itself or against existing bookings; every planned session that clashes is named. */
export function clashesOf(sessions: readonly Bookable[], bookings: readonly Booking[]): Clash[] {
  const byThing = Map.groupBy<string, PlannedBooking>([...sessions.flatMap(bookingsOf), ...bookings], ({ kind, id }) => `${kind} ${id}`)
  const found = new Map<string, Clash & { ids: string[] }>()
  for (const { id, ...pair } of [...byThing.values()].flatMap(overlapsAmong)) {
    const key = [pair.kind, pair.index, pair.withPlanned, pair.other, pair.startTime, pair.endTime].join('\n')
    const clash = found.get(key)
    if (clash) clash.ids.push(id)
    else found.set(key, { ...pair, ids: [id] })
  }
  return sortBy([...found.values()], ({ index }) => index)
}

const whatOverlaps: Readonly<Record<BookedKind, (count: number) => string>> = {
  student: (count) => `学生 ${count} 人`,
  address: () => '地址相同',
  device: (count) => `设备 ${count} 台`,
}

/** `第1场与“实验二 第3场”时间重叠：学生 2 人` */
export const clashSentence = ({ kind, other, ids }: Clash, groupName: string): string =>
  `${groupName}与“${other}”时间重叠：${whatOverlaps[kind](ids.length)}`
