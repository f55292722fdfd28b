import { randomUUID } from 'node:crypto'
import type { CourseLabels, HandWrittenEdit, HandWrittenRow, OldEquipment } from './hand-written-store.ts'

/** Values of the insert statement, in its order. */
export const rowValues = ({ id, row, by, at }: HandWrittenRow): unknown[] => [
  id,
  row.courseId,
  row.facilityNum,
  row.facilityName,
  row.property1 ?? null,
  row.property2 ?? null,
  row.property ?? null,
  by.username,
  at,
  1,
]

/** Values of the audit statement, in its order. */
export const auditValues = ({ id, row, by, at, requestId }: HandWrittenRow): unknown[] => {
  const changes = JSON.stringify(Object.fromEntries(Object.entries(row).map(([key, value]) => [key, [null, value]])))
  return [randomUUID(), 'equipment', 'bh_facility', id, 1, 'add', by.id, by.username, '1', at, changes, requestId]
}

/** Values of the update statement, in its order. */
export const editValues = ({ id, property1, by, at }: HandWrittenEdit, { version }: OldEquipment): unknown[] => [
  property1,
  by.username,
  at,
  id,
  version,
]

/** Values of the audit statement of an edit. */
export const editAuditValues = ({ id, property1, by, at, requestId }: HandWrittenEdit, old: OldEquipment): unknown[] => {
  const changes = JSON.stringify({ property1: [old.property1, property1] })
  return [randomUUID(), 'equipment', 'bh_facility', id, old.version + 1, 'edit', by.id, by.username, '1', at, changes, requestId]
}

/** An added row as it is shown. */
export const addedView = ({ id, row, by, at }: HandWrittenRow, course: CourseLabels): unknown => ({
  id,
  courseId: row.courseId,
  ...course,
  facilityName: row.facilityName,
  facilityNum: row.facilityNum,
  property1: row.property1 ?? null,
  property2: row.property2 ?? null,
  property: row.property ?? null,
  createBy: by.username,
  createTime: at,
  updateBy: null,
  updateTime: null,
  version: 1,
})

/** An edited row as it is shown. */
export const editedView = ({ property1, by, at }: HandWrittenEdit, old: OldEquipment): unknown => ({
  ...old,
  property1,
  updateBy: by.username,
  updateTime: at,
  version: old.version + 1,
})
