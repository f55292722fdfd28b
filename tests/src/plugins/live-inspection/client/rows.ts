import type { HelpRow, ResultRow } from '../../../../../src/plugins/live-inspection/wire.ts'

const place = {
  semester: 's1',
  courseId: 'c1',
  experiId: 'e1',
  experiGroupId: 'g1',
  inspectionId: 'i1',
  facilityId: 'f1',
  stuId: 'u1',
  realname: '王小明',
  studyNumber: '20260001',
  smallGroup: 1,
  groupSeatNum: '1-01',
  tjh: null,
}

/** A submitted result. */
export const result = (id: string, more: Partial<ResultRow> = {}): ResultRow => ({
  ...place,
  id,
  version: 1,
  score: null,
  comment: null,
  inspectionCommentId: null,
  bz: null,
  filePaths: null,
  submitStatus: 1,
  submitTime: `2026-11-23 08:00:${id.padStart(2, '0')}`,
  submitCount: 1,
  ...more,
})

/** An open request for help. */
export const request = (id: string, more: Partial<HelpRow> = {}): HelpRow => ({
  ...place,
  id,
  version: 1,
  inspectionResultId: `r${id}`,
  content: null,
  status: 3,
  createTime: `2026-11-23 08:00:${id.padStart(2, '0')}`,
  takerId: null,
  takenUntil: null,
  ...more,
})
