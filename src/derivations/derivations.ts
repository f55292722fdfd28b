import type { WireRow } from '../../engine/schema/index.ts'
import { groupSeatNum } from './group-seat-num.ts'
import { groupTime } from './group-time.ts'

/** Fields that follow from their row and nothing else: the server keeps them, a form shows them while it is typed. */
export const derivations = {
  groupTime: (row: WireRow) => groupTime(row.startTime),
  groupSeatNum: (row: WireRow) => groupSeatNum(row.smallGroup, row.seatnum),
} as const
