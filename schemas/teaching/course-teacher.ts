import { defineEntity } from '../../engine/schema/index.ts'
import { pagingParams } from '../paging-params.ts'

/** Teachers of a course besides its owner; he or an administrator adds them and takes them off. */
export const courseTeacher = defineEntity({
  name: 'courseTeacher',
  title: '任课教师',
  domain: 'teaching',
  table: 'bh_course_teacher',
  of: 'assistant',
  where: { kind: 'teacher' },
  endpoints: { base: '/inspect/bhCourseTeacher', disable: ['add', 'edit', 'importExcel', 'exportXls'] },
  label: 'userId',
  fields: {
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
    kind: {
      type: 'select',
      label: '身份',
      readonly: true,
      default: 'teacher',
      options: { assistant: '助教', teacher: '教师' },
    },
    username: { type: 'via', by: 'userId', field: 'username', label: '账号' },
    realname: { type: 'via', by: 'userId', field: 'realname', label: '姓名' },
  },
  list: {
    columns: ['username', 'realname', 'courseId'],
    filters: [{ field: 'courseId', required: '请选择课程！' }],
    sort: { by: 'createTime', order: 'desc' },
    needs: 'courseId',
  },
  rowActions: { delete: { label: '移除', does: 'delete', confirm: '移除后，该教师不再能看到本课程。确定移除吗?' } },
  tools: {
    addTeachers: {
      label: '添加任课教师',
      icon: 'user-add',
      does: 'pick',
      entity: 'user',
      list: 'candidates',
      through: 'listTeachers',
      call: 'addTeachers',
      multiple: true,
      with: { courseId: 'courseId' },
      narrow: { courseId: 'courseId' },
    },
  },
  calls: {
    listTeachers: {
      title: '可添加的教师',
      verbs: ['GET'],
      params: {
        courseId: { type: 'reference', to: 'course', show: 'courseTitle', label: '课程', required: '请选择课程！' },
        username: { type: 'text', label: '用户账号' },
        realname: { type: 'text', label: '姓名' },
        ...pagingParams,
      },
      permission: 'addTeachers',
      does: 'call',
    },
    addTeachers: {
      title: '添加任课教师',
      verbs: ['POST'],
      params: {
        ids: { type: 'text', label: '用户', required: '请选择一条记录！' },
        courseId: { type: 'reference', to: 'course', show: 'courseTitle', label: '课程', required: '请选择课程！' },
      },
      success: '添加成功！',
      does: 'call',
    },
  },
  scope: { course: 'courseId' },
  access: { grants: { '1': 'all', '2': 'all' } },
})
