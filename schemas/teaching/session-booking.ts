import { sessionIsLocked } from './results-lock.ts'

/** The session that a student or a device is booked for. */
export const bookedSession = {
  type: 'reference',
  to: 'session',
  show: 'groupName',
  beside: 'groupTime',
  owner: true,
  label: '场次',
  required: '请选择场次!',
  readonly: 'edit',
} as const

/** What a booking copies from its session: the time, kept so that bookings exclude each other, and the lock. */
export const bookedTime = {
  startTime: { type: 'dateTime', minutes: true, label: '开始时间', readonly: true },
  endTime: { type: 'dateTime', minutes: true, label: '结束时间', readonly: true },
  haveInspect: { type: 'via', by: 'experiGroupId', field: 'haveInspect', label: '考察' },
} as const

/** Bookings can change until their session has results. */
export const whileSessionIsOpen = [{ field: 'haveInspect', is: '否', otherwise: sessionIsLocked }] as const

/** The session that a call makes bookings for. */
export const sessionParam = {
  experiGroupId: { type: 'reference', to: 'session', show: 'groupName', label: '场次', required: '请选择场次!' },
} as const
