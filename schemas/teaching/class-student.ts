import { defineEntity } from '../../engine/schema/index.ts'
import { experimentOfCourse } from './course-fields.ts'

/** A student's place in a class. Its sheet is the roster: one student number per row, for one class. */
export const classStudent = defineEntity({
  name: 'classStudent',
  title: '班级学生',
  domain: 'teaching',
  table: 'bh_class_stu',
  endpoints: { base: '/jw/bhClassStu', also: ['/jw/bHClassStu'] },
  label: 'stuId',
  fields: {
    classId: {
      type: 'reference',
      to: 'class',
      show: 'className',
      dependsOn: { courseId: 'courseId' },
      label: '班级',
      required: '请输入所属班级!',
      readonly: 'edit',
    },
    stuId: {
      type: 'reference',
      to: 'student',
      show: 'studyNumber',
      label: '学号',
      required: '请输入学生id!',
      readonly: 'edit',
      unique: { message: '该学生已在该班级中!', within: ['classId'] },
    },
    realname: { type: 'via', by: 'stuId', field: 'realname', label: '姓名' },
    studyNumber: { type: 'via', by: 'stuId', field: 'studyNumber', label: '学号' },
    className: { type: 'via', by: 'classId', field: 'className', label: '班级名称' },
    courseId: { type: 'via', by: 'classId', field: 'courseId', label: '课程' },
    experiId: experimentOfCourse,
    groupNum: { type: 'number', label: '组号', min: { is: 1, message: '组号不能小于 1!' } },
    seatNum: { type: 'number', label: '座位号', min: { is: 1, message: '座位号不能小于 1!' } },
  },
  list: {
    title: '班级学生管理',
    columns: ['className', 'studyNumber', 'realname', 'experiId', 'groupNum', 'seatNum'],
    filters: [
      'courseId',
      'classId',
      'experiId',
      { field: 'realname', match: 'contains' },
      { field: 'stuId', more: true },
      { field: 'groupNum', more: true },
      { field: 'seatNum', more: true },
    ],
    sort: { by: 'createTime', order: 'desc' },
  },
  lists: {
    /** The students of one class, searchable by name and number. */
    ofClass: {
      title: '班级学生',
      columns: ['studyNumber', 'realname', 'experiId', 'groupNum', 'seatNum'],
      filters: ['courseId', 'classId', { field: 'realname', match: 'contains' }, { field: 'studyNumber', match: 'contains' }],
      sort: { by: 'createTime', order: 'desc' },
    },
  },
  form: { opensIn: 'modal', width: 800, groups: { '': ['classId', 'stuId', 'experiId', 'groupNum', 'seatNum'] } },
  rowActions: {
    delete: { label: '移除', does: 'delete', confirm: '确定移除吗?' },
  },
  tools: {
    addClass: {
      label: '添加已有学生',
      does: 'pick',
      entity: 'student',
      list: 'listStu',
      call: 'addClass',
      opensIn: 'drawer',
      multiple: true,
      with: { classId: 'classId' },
      narrow: { notUseCourseId: 'courseId', notUseCourseOfClassId: 'classId' },
    },
  },
  calls: {
    addClass: {
      title: '添加学生到班级',
      verbs: ['GET', 'POST'],
      params: {
        ids: { type: 'text', label: '学生', required: '请选择一条记录！' },
        classId: { type: 'reference', to: 'class', show: 'className', label: '班级', required: '请输入所属班级!' },
      },
      permission: 'add',
      success: '添加成功！',
      does: 'call',
    },
  },
  import: { within: 'classId', columns: ['stuId', 'groupNum', 'seatNum'], matchOn: ['classId', 'stuId'] },
  indexes: [['stuId']],
  scope: { course: 'classId.courseId' },
  access: { grants: { '1': 'all', '2': 'all', '3': 'read' } },
  menu: { icon: 'solution', order: 60, group: 'preparation' },
})
