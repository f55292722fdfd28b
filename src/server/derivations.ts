import { sql } from 'kysely'
import type { Derivation } from '../../engine/server/index.ts'
import type { names } from '../../schemas/names.ts'
import { rowDerivations as following } from '../derivations/derivations.ts'

const day = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 10) : '')

/** 0 before the begin date, 2 after the end date, 1 otherwise; a missing date does not limit. */
const courseStatus: Derivation = {
  from: ['beginDate', 'endDate'],
  compute(row, today) {
    const [begin, end] = [day(row.beginDate), day(row.endDate)]
    if (begin !== '' && today < begin) return 0
    return end !== '' && today > end ? 2 : 1
  },
  sql(column, today) {
    const [begin, end] = [column('beginDate'), column('endDate')]
    return sql<number>`case when ${begin} is not null and ${begin} <> '' and ${today} < substr(${begin}, 1, 10) then 0
      when ${end} is not null and ${end} <> '' and ${today} > substr(${end}, 1, 10) then 2 else 1 end`
  },
}

/** Fields that derive from their row, by the name that schemas use. */
export const serverDerivations: Readonly<Record<string, Derivation>> = {
  courseStatus,
  groupTime: { from: ['startTime'], compute: following.groupTime },
  groupSeatNum: { from: ['smallGroup', 'seatnum'], compute: following.groupSeatNum },
} satisfies Record<(typeof names)['derive'][number], Derivation>
