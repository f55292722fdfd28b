import { placeParams } from './place-params.ts'

/** Which rows a call of the workbench is about: the filters of its lists. */
const place = {
  ...placeParams,
  courseId: { ...placeParams.courseId, required: '请选择课程！' },
  inspectionId: { type: 'text', label: '考察项' },
} as const

const result = { id: { type: 'text', label: '考察结果', required: '请选择一条记录！' } } as const
const help = { id: { type: 'text', label: '求助', required: '请选择一条记录！' } } as const
const smallGroup = { type: 'text', label: '小组' } as const

/** What is written to several results at once. */
const mark = {
  mark: {
    type: 'select',
    label: '登记',
    required: '请选择登记方式！',
    options: { score: '评分', absent: '缺席', absentScore: '缺席记分', present: '取消缺席' },
  },
  score: {
    type: 'decimal',
    scale: 1,
    label: '分数',
    min: { is: 0, message: '分数应在 0 到 100 之间!' },
    max: { is: 100, message: '分数应在 0 到 100 之间!' },
  },
  comment: { type: 'text', label: '评语', max: 500 },
  bz: { type: 'text', label: '备注', max: 500 },
  absentReason: { type: 'text', label: '缺席原因', max: 100 },
} as const

/** Results as the user saw them: ids, and their versions in the same order. */
const seen = {
  ids: { type: 'text', label: '考察结果', required: '请选择一条记录！' },
  versions: { type: 'text', label: '版本', required: '请选择一条记录！' },
} as const

/** The calls with which teachers and assistants mark and help. */
export const workbenchCalls = {
  claim: {
    title: '占用考察结果',
    verbs: ['POST'],
    params: { ...result, take: { type: 'switch', label: '接手' } },
    permission: 'edit',
    does: 'call',
  },
  release: { title: '放开考察结果', verbs: ['POST'], params: result, permission: 'edit', does: 'call' },
  next: {
    title: '下一个待评分',
    verbs: ['POST'],
    params: {
      ...place,
      smallGroup,
      order: { type: 'select', label: '评分顺序', options: { item: '按考察项', student: '按学生' }, default: 'item' },
      after: { type: 'text', label: '当前考察结果' },
      from: { type: 'text', label: '选中的考察结果' },
    },
    permission: 'edit',
    does: 'call',
  },
  claims: { title: '正在评分', verbs: ['GET'], params: { courseId: place.courseId }, permission: 'edit', does: 'call' },
  takeHelp: { title: '接受求助', verbs: ['POST'], params: help, permission: 'edit', does: 'call' },
  solveHelp: { title: '解决求助', verbs: ['POST'], params: help, permission: 'edit', success: '提交成功', does: 'call' },
  returnHelp: { title: '退回求助', verbs: ['POST'], params: help, permission: 'edit', does: 'call' },
  progress: { title: '评分进度', verbs: ['GET'], params: { ...place, smallGroup }, permission: 'edit', does: 'call' },
  undoMark: { title: '撤销评分', verbs: ['POST'], params: result, permission: 'edit', success: '已撤销评分！', does: 'call' },
  planMarks: {
    title: '批量登记预览',
    verbs: ['POST'],
    params: {
      ...place,
      experiGroupId: { ...placeParams.experiGroupId, required: '请选择场次！' },
      smallGroup,
      stuId: { type: 'text', label: '学生' },
      ...mark,
    },
    permission: 'edit',
    does: 'call',
  },
  markMany: { title: '批量登记', verbs: ['POST'], params: { ...seen, ...mark }, permission: 'edit', does: 'call' },
  undoMarks: { title: '撤销批量登记', verbs: ['POST'], params: seen, permission: 'edit', does: 'call' },
} as const
