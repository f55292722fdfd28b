import type { Fields } from '../../engine/schema/index.ts'

/** A course, chosen among those of the semester; each screen adds its sentence and when it may change. */
export const courseOfSemester = {
  type: 'reference',
  to: 'course',
  show: 'courseTitle',
  dependsOn: { semester: 'semester' },
  label: '课程',
} as const satisfies Fields[string]

/** An experiment, chosen among those of the course. */
export const experimentOfCourse = {
  type: 'reference',
  to: 'experiment',
  show: 'experiName',
  dependsOn: { courseId: 'courseId' },
  label: '实验',
} as const satisfies Fields[string]
