/** The course that a call is about. */
export const courseParam = {
  courseId: { type: 'reference', to: 'course', show: 'courseTitle', label: '课程', required: '请选择课程！' },
} as const

/** The experiment that a call is about. */
export const experimentParam = {
  experiId: { type: 'reference', to: 'experiment', show: 'experiName', label: '实验', required: '请选择实验！' },
} as const

/** Ids that narrow a call, as other clients send them. */
export const placeParams = {
  courseId: { type: 'text', label: '课程' },
  experiId: { type: 'text', label: '实验' },
  experiGroupId: { type: 'text', label: '场次' },
} as const
