import {
  anyText,
  flag,
  arrayOf,
  anyNumber,
  objectOf,
  oneOf,
  open,
  orElse,
  orNull,
  nonEmptyText,
  type JsonOf,
} from '../../../engine/json-schema-parts.ts'
import { readJson } from '../../../engine/outside.ts'
import type { Help, Item, Lesson } from './lesson.ts'
import { CANCELLED, SOLVED, WAITING } from '../../../schemas/teaching/help-states.ts'
import { ABSENT, MADE_UP, NOT_SUBMITTED, SCORED, SHOWN, SUBMITTED } from '../../../schemas/teaching/submission-states.ts'

/** The sessions as they were read last, and when. */
export interface StoredLessons {
  /** Undefined until they are read for the first time. */
  readonly lessons: readonly Lesson[] | undefined
  /** When they were last read from the server, by this telephone's clock. */
  readonly readAt: number | undefined
  /** How much the server's clock is ahead of this telephone's. */
  readonly clockAhead: number
}

const noText = orNull(anyText)
const numeral: JsonOf<number | string | null> = { type: ['number', 'string', 'null'] }

const help = objectOf<Help>({
  required: { id: true, status: true, createTime: true },
  properties: {
    id: nonEmptyText,
    status: oneOf(WAITING, SOLVED, CANCELLED),
    createTime: anyText,
    mateName: noText,
    takerName: noText,
    ahead: orNull(anyNumber),
  },
})
const item = objectOf<Item>({
  required: { id: true, inspectionId: true, inspectName: true, submitStatus: true },
  properties: {
    id: nonEmptyText,
    inspectionId: nonEmptyText,
    inspectName: anyText,
    submitStatus: oneOf(NOT_SUBMITTED, SUBMITTED, SCORED),
    submitTime: noText,
    submitCount: orNull(anyNumber),
    filePaths: noText,
    score: orNull(anyNumber),
    comment: noText,
    bz: noText,
    attendance: oneOf(ABSENT, SHOWN, MADE_UP, null),
    absentReason: noText,
    help: orNull(open(help)),
  },
})
const lesson = objectOf<Lesson>({
  required: { courseId: true, courseTitle: true, experiId: true, experiName: true, experiGroupId: true, groupName: true, items: true },
  properties: {
    courseId: nonEmptyText,
    courseTitle: anyText,
    experiId: nonEmptyText,
    experiName: anyText,
    experiGroupId: nonEmptyText,
    groupName: anyText,
    startTime: noText,
    endTime: noText,
    groupTime: noText,
    address: noText,
    seatnum: numeral,
    groupSeatNum: numeral,
    tjh: noText,
    facilityName: noText,
    facilityNum: noText,
    isWithdrawn: orNull(flag),
    items: arrayOf(open(item)),
  },
})
const stored = objectOf<StoredLessons>({
  required: { lessons: true, readAt: true, clockAhead: true },
  properties: { lessons: arrayOf(open(lesson)), readAt: anyNumber, clockAhead: orElse(anyNumber, 0) },
})

/** The stored sessions; if they are unreadable, they are read from the server again. */
export const readStoredLessons = (sessions: string | null): StoredLessons =>
  readJson(stored, sessions) ?? { lessons: undefined, readAt: undefined, clockAhead: 0 }
