import sumBy from 'lodash-es/sumBy.js'
import { photosOf, type HelpRow, type Placed, type ResultRow } from '../../wire.ts'

export interface BenchColumn<Row> {
  readonly key: string
  readonly title: string
  readonly width: number
  readonly stick?: 'left' | 'right'
  readonly isNumber?: boolean
  /** The text of the cell; a cell that is more than text is drawn by its key. */
  text?(row: Row): string
}

/** A time without its seconds and without its year, which is this term's. */
const shortTime = (time: string | null | undefined): string => time?.slice(5, 16) ?? ''

/** Whose row it is: seat, name and item, visible wherever the table is scrolled to. */
const who: BenchColumn<Placed> = { key: 'realname', title: '座位 姓名 / 考察项', width: 168, stick: 'left' }
const number: BenchColumn<Placed> = { key: 'studyNumber', title: '学号', width: 116, text: (row) => row.studyNumber ?? '' }
const kit: BenchColumn<Placed> = { key: 'tjh', title: '套件号', width: 112 }
const where: readonly BenchColumn<Placed>[] = [
  { key: 'experiGroupId', title: '场次', width: 100, text: (row) => row.experiGroupId_dictText ?? '' },
  { key: 'experiId', title: '实验', width: 170, text: (row) => row.experiId_dictText ?? '' },
  { key: 'courseId', title: '课程', width: 140, text: (row) => row.courseId_dictText ?? '' },
  { key: 'semester', title: '学期', width: 120, text: (row) => row.semester_dictText ?? row.semester ?? '' },
]
const facility: BenchColumn<Placed> = { key: 'facilityId', title: '设备', width: 130, text: (row) => row.facilityId_dictText ?? '' }
const type: BenchColumn<ResultRow> = {
  key: 'inspectType',
  title: '考察项类型',
  width: 110,
  text: (row) => row.inspectType_dictText ?? row.inspectType ?? '',
}
const photos: BenchColumn<ResultRow> = {
  key: 'filePaths',
  title: '照片',
  width: 84,
  text: (row) => (photosOf(row).length > 0 ? `${photosOf(row).length} 张` : '无'),
}
const submitTime: BenchColumn<ResultRow> = { key: 'submitTime', title: '提交时间', width: 118, text: (row) => shortTime(row.submitTime) }
const actions = { key: 'actions', title: '操作', width: 164, stick: 'right' } as const

const score: BenchColumn<ResultRow> = { key: 'score', title: '分数', width: 84, isNumber: true, text: (row) => String(row.score ?? '') }
const comment: BenchColumn<ResultRow> = { key: 'comment', title: '评语', width: 176, text: (row) => row.comment ?? '' }
const note: BenchColumn<ResultRow> = { key: 'bz', title: '备注', width: 150, text: (row) => row.bz ?? '' }

/** Fields to fill in come first, so that they are visible beside the photos. */
export const submittedColumns: readonly BenchColumn<ResultRow>[] = [
  who,
  score,
  comment,
  photos,
  note,
  kit,
  number,
  submitTime,
  { key: 'helpNum', title: '求助次数', width: 84, isNumber: true, text: (row) => String(row.helpNum ?? 0) },
  ...where,
  type,
  actions,
]

/** Here the score, the marker and the time come first. */
export const historyColumns: readonly BenchColumn<ResultRow>[] = [
  who,
  score,
  { key: 'markerId', title: '评分人', width: 90, text: (row) => row.markerId_dictText ?? '' },
  { key: 'markTime', title: '登记时间', width: 118, text: (row) => shortTime(row.markTime) },
  comment,
  photos,
  note,
  kit,
  number,
  submitTime,
  ...where,
  type,
  { ...actions, width: 178 },
]

export const helpColumns: readonly BenchColumn<HelpRow>[] = [
  who,
  { key: 'waited', title: '已等待', width: 92, isNumber: true },
  { key: 'content', title: '求助内容', width: 200, text: (row) => row.content ?? '' },
  { key: 'takerId', title: '处理人', width: 110 },
  facility,
  kit,
  number,
  ...where,
  { key: 'createTime', title: '求助时间', width: 118, text: (row) => shortTime(row.createTime) },
  actions,
]

export const widthOf = (columns: readonly BenchColumn<never>[]): number => sumBy(columns, ({ width }) => width)

/** The columns as a grid; the texts share the remaining width. */
export const tracksOf = (columns: readonly BenchColumn<never>[]): string =>
  columns.map(({ key, width }) => (key === 'comment' || key === 'content' ? `minmax(${width}px, 1fr)` : `${width}px`)).join(' ')
