import { photosOf, type ResultRow } from '../../wire.ts'
import type { BenchColumn } from '../table/columns.ts'

/** The student, the item and the state come first. */
export const rosterColumns: readonly BenchColumn<ResultRow>[] = [
  { key: 'groupSeatNum', title: '组座位号', width: 84, stick: 'left', text: (row) => row.groupSeatNum ?? '' },
  { key: 'realname', title: '姓名', width: 100, text: (row) => row.realname ?? '' },
  { key: 'inspectionId', title: '考察项', width: 130, text: (row) => row.inspectionId_dictText ?? '' },
  { key: 'state', title: '状态', width: 170 },
  { key: 'filePaths', title: '照片', width: 64, text: (row) => (photosOf(row).length > 0 ? `${photosOf(row).length} 张` : '无') },
  { key: 'comment', title: '评语', width: 160, text: (row) => row.comment ?? '' },
  { key: 'bz', title: '备注', width: 130, text: (row) => row.bz ?? '' },
  { key: 'markerId', title: '评分人', width: 90, text: (row) => row.markerId_dictText ?? '' },
  { key: 'studyNumber', title: '学号', width: 116, text: (row) => row.studyNumber ?? '' },
  { key: 'experiGroupId', title: '场次', width: 100, text: (row) => row.experiGroupId_dictText ?? '' },
  { key: 'actions', title: '操作', width: 168, stick: 'right' },
]
