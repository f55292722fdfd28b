import { courseOfSemester, experimentOfCourse } from './course-fields.ts'

/**
 * Where a result belongs: each choice is narrowed by the one before, and its text also travels under the name that the specification
 * uses.
 */
export const resultPlace = {
  courseId: { ...courseOfSemester, text: 'courseTitle', readonly: true },
  semester: { type: 'via', by: 'courseId', field: 'semester', label: '学期' },
  experiId: { ...experimentOfCourse, text: 'experiName', readonly: true },
  experiGroupId: {
    type: 'reference',
    to: 'session',
    show: 'groupName',
    text: 'groupName',
    beside: 'groupTime',
    dependsOn: { experiId: 'experiId' },
    label: '场次',
    readonly: true,
  },
  inspectionId: {
    type: 'reference',
    to: 'inspectionItem',
    show: 'inspectName',
    text: 'inspectName',
    dependsOn: { experiId: 'experiId' },
    label: '考察项',
    readonly: true,
  },
} as const
