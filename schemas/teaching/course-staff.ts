/** Assistants and additional teachers of a course: rows of one table, distinguished by `kind`. */
export const staffFields = {
  courseId: {
    type: 'reference',
    to: 'course',
    show: 'courseTitle',
    owner: true,
    label: '课程',
    required: '请选择课程!',
    readonly: 'edit',
  },
  userId: {
    type: 'reference',
    to: 'user',
    show: 'username',
    owner: true,
    label: '用户账号',
    required: '请选择用户!',
    readonly: 'edit',
    unique: { message: '该用户已在该课程中!', within: ['courseId'] },
  },
  kind: { type: 'select', label: '身份', readonly: true, options: { assistant: '助教', teacher: '教师' } },
  username: { type: 'via', by: 'userId', field: 'username', label: '用户账号' },
  realname: { type: 'via', by: 'userId', field: 'realname', label: '姓名' },
} as const
