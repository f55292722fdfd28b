import { defineEntity } from '../../engine/schema/index.ts'
import { pagingParams } from '../paging-params.ts'
import { staffFields } from './course-staff.ts'
import { courseParam } from './place-params.ts'

/** Teachers of a course besides its owner; the owner or an administrator adds and removes them. */
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
    ...staffFields,
    kind: { ...staffFields.kind, default: 'teacher' },
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
        ...courseParam,
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
        ...courseParam,
      },
      success: '添加成功！',
      does: 'call',
    },
  },
  scope: { course: 'courseId' },
  access: { grants: { '1': 'all', '2': 'all' } },
})
