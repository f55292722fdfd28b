import type { WireRow } from '../../engine/schema/index.ts'
import { groupSeatNum } from './group-seat-num.ts'
import { groupTime } from './group-time.ts'

/** Fields that derive from their row alone: the server stores them, and a form shows them while the user types. */
export const rowDerivations = {
  groupTime: (row: WireRow) => groupTime(row.startTime),
  groupSeatNum: (row: WireRow) => groupSeatNum(row.smallGroup, row.seatnum),
} as const
