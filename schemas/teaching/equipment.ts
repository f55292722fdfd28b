import { defineEntity } from '../../engine/schema/index.ts'
import { courseOfSemester } from './course-fields.ts'
import { courseParam } from './place-params.ts'

/** Laboratory equipment, kept per course. */
export const equipment = defineEntity({
  name: 'equipment',
  title: '实验设备',
  domain: 'teaching',
  table: 'bh_facility',
  endpoints: { base: '/inspect/bhFacility' },
  label: 'facilityName',
  search: ['facilityName', 'facilityNum'],
  fields: {
    courseId: { ...courseOfSemester, required: '请输入所属课程id!', readonly: 'edit' },
    semester: { type: 'via', by: 'courseId', field: 'semester', label: '学期' },
    facilityName: { type: 'text', label: '设备名称', required: '请输入设备名称!', max: 100 },
    facilityNum: {
      type: 'text',
      label: '设备编号',
      required: '请输入设备编号!',
      max: 64,
      unique: { message: '该课程下设备编号已存在!', within: ['courseId'] },
    },
    property1: { type: 'text', label: '属性一', max: 200 },
    property2: { type: 'text', label: '属性二', max: 200 },
    property: { type: 'text', label: '属性三', max: 200, also: 'property3' },
  },
  list: {
    title: '设备管理',
    columns: ['facilityNum', 'facilityName', 'courseId', 'semester', 'property1', 'property2', 'property'],
    filters: [
      'semester',
      { field: 'courseId', required: '请选择课程！' },
      { field: 'facilityName', match: 'contains' },
      { field: 'facilityNum', match: 'contains' },
    ],
    sort: { by: 'facilityNum', order: 'asc' },
    needs: 'courseId',
  },
  lists: {
    forSession: {
      title: '可选的设备',
      columns: ['facilityNum', 'facilityName', 'property1', 'property2', 'property'],
      filters: [
        { field: 'facilityName', match: 'contains' },
        { field: 'facilityNum', match: 'contains' },
      ],
      sort: { by: 'facilityNum', order: 'asc' },
      pageSizes: [10, 20, 30],
    },
    choices: {
      title: '可选的设备',
      columns: ['facilityNum', 'facilityName', 'property1', 'property2', 'property'],
      filters: [
        { field: 'courseId', required: '请选择课程！' },
        { field: 'facilityName', match: 'contains' },
        { field: 'facilityNum', match: 'contains' },
      ],
      sort: { by: 'facilityNum', order: 'asc' },
      pageSizes: [10, 20, 30],
      params: ['ofSessionId', 'notOfSessionId', 'freeAt'],
    },
  },
  form: {
    opensIn: 'modal',
    width: 800,
    groups: { '': ['courseId', 'facilityNum', 'facilityName', 'property1', 'property2', 'property'] },
  },
  calls: {
    queryExperiFacilityAllByCourseId: {
      title: '课程的实验设备',
      verbs: ['GET'],
      params: courseParam,
      permission: 'view',
      does: 'lookup',
      returns: ['id', 'facilityNum', 'facilityName'],
    },
  },
  import: {
    within: 'courseId',
    columns: ['facilityNum', 'facilityName', 'property1', 'property2', 'property'],
    matchOn: ['courseId', 'facilityNum'],
  },
  scope: { course: 'courseId' },
  access: { grants: { '1': 'all', '2': 'all', '3': 'read' } },
  menu: { icon: 'tool', order: 40, group: 'preparation' },
})
