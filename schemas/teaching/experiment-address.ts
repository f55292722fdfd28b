import { defineEntity } from '../../engine/schema/index.ts'
import { courseOfSemester } from './course-fields.ts'
import { courseParam } from './place-params.ts'

/** A room in which a course's experiments take place. */
export const experimentAddress = defineEntity({
  name: 'experimentAddress',
  title: '实验地址',
  domain: 'teaching',
  table: 'bh_experi_adress',
  endpoints: { base: '/inspect/bhExperiAdress' },
  label: 'experiAdress',
  search: ['experiAdress'],
  fields: {
    courseId: { ...courseOfSemester, required: '请选择所属课程!', readonly: 'given' },
    semester: { type: 'via', by: 'courseId', field: 'semester', label: '学期' },
    experiAdress: {
      type: 'text',
      label: '实验地址',
      required: '请输入实验地址!',
      max: 200,
      unique: { message: '该课程下实验地址已存在!', within: ['courseId'] },
    },
  },
  list: {
    title: '实验地址管理',
    columns: ['experiAdress', 'courseId', 'semester'],
    filters: ['semester', { field: 'courseId', required: '请选择课程！' }, { field: 'experiAdress', match: 'contains' }],
    sort: { by: 'createTime', order: 'desc' },
    needs: 'courseId',
  },
  form: { opensIn: 'modal', width: 800, groups: { '': ['courseId', 'experiAdress'] } },
  calls: {
    queryExperiAdressAllByCourseId: {
      title: '课程的实验地址',
      verbs: ['GET'],
      params: courseParam,
      permission: 'view',
      does: 'lookup',
      returns: ['id', 'experiAdress'],
    },
  },
  import: { within: 'courseId', columns: ['experiAdress'], matchOn: ['courseId', 'experiAdress'] },
  scope: { course: 'courseId' },
  access: { grants: { '1': 'all', '2': 'all', '3': 'read' } },
  menu: { icon: 'environment', order: 30, group: 'preparation' },
})
