import { courseParam, experimentParam } from './place-params.ts'

/** The experiment whose sessions a call is about. */
export const who = {
  ...courseParam,
  ...experimentParam,
  classIds: { type: 'multiReference', to: 'class', show: 'className', label: '班级', required: '请选择班级！' },
} as const

/** The numbers of an allocation (doc1 §5). */
export const allocationNumbers = {
  stuCount: { type: 'number', label: '学生人数' },
  groupNum: { type: 'number', label: '场次数' },
  groupStuNum: { type: 'number', label: '每场次学生人数' },
  facilityStuNum: { type: 'number', label: '小组人数' },
} as const

/** Several sessions: those named, or all sessions of the experiment that have no seats yet. */
export const chosenSessions = {
  ids: { type: 'text', label: '场次' },
  experiId: { type: 'text', label: '实验' },
} as const

/** The session that a call is about, under either name. */
export const which = { experiGroupId: { type: 'text', label: '场次' }, id: { type: 'text', label: '场次' } } as const
