import type { AnyEntity } from '../../../engine/schema/index.ts'
import { dayAfter } from '../../teaching/calendar.ts'

/** Entities that the landing page may count, the most telling first. */
export const candidates = ['course', 'experiment', 'equipment', 'student', 'class', 'user', 'department', 'semester'] as const
/** How many of them it shows. */
export const MOST_FIGURES = 4

/** A list that must be asked for one course (or the like) has no figure of its own. */
export const isCountable = ({ list }: AnyEntity): boolean => !list.filters?.some((filter) => typeof filter !== 'string' && filter.required)

/** The permission that lets someone read an entity's list. */
export const viewCodeOf = (entity: AnyEntity): string => `${entity.domain}:${entity.name}:view`

export interface Visit {
  /** Logins and addresses of one day. */
  readonly visit: number
  readonly ip: number
  /** yyyy-MM-dd */
  readonly tian: string
}

/** The last seven days, oldest first; a day that the server leaves out had no visit. */
export function lastSevenDays(visits: readonly Visit[], today: string): readonly Visit[] {
  return Array.from({ length: 7 }, (_, index) => {
    const tian = dayAfter(today, index - 6)
    return visits.find((visit) => visit.tian === tian) ?? { tian, visit: 0, ip: 0 }
  })
}

/** Today's date where the product is used. */
export const todayIn = (zone = 'Asia/Shanghai', now = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(now)
