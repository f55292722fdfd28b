import { defineEntity } from '../../engine/schema/index.ts'
import { courseOfSemester } from './course-fields.ts'
import { courseParam } from './place-params.ts'
import { haveInspectionResult } from './results-lock.ts'

/**
 * An experiment of a course. The course's rosters refer to it, so it can change neither its course nor, except together with the
 * course, its semester. Locked once it has inspection results (RULE-034).
 */
export const experiment = defineEntity({
  name: 'experiment',
  title: '实验',
  domain: 'teaching',
  table: 'bh_experi',
  endpoints: { base: '/inspect/bhExperi' },
  label: 'experiName',
  search: ['experiName'],
  fields: {
    experiName: {
      type: 'text',
      label: '实验名称',
      required: '请输入实验名称!',
      max: 100,
      unique: { message: '该课程下实验名称已存在!', within: ['courseId'] },
    },
    semester: {
      type: 'reference',
      to: 'semester',
      show: 'semesterName',
      preselect: 'isCurrent',
      label: '学期',
      required: '请选择学期!',
      readonly: 'edit',
    },
    courseId: { ...courseOfSemester, required: '请选择课程!', readonly: 'edit' },
    haveInspectionResult,
  },
  list: {
    title: '实验管理',
    columns: [{ field: 'experiName', ellipsis: 25 }, 'semester', 'courseId', 'haveInspectionResult'],
    filters: ['semester', { field: 'courseId', required: '请选择课程！' }, { field: 'experiName', match: 'contains' }],
    sort: { by: 'createTime', order: 'desc' },
    addNeeds: 'courseId',
  },
  form: { opensIn: 'modal', width: 800, groups: { '': ['experiName', 'semester', 'courseId'] } },
  rowActions: {
    edit: { label: '编辑', does: 'edit', when: { haveInspectionResult: 0 }, otherwise: '该实验已有考察结果，不能编辑！', hides: true },
    delete: {
      label: '删除',
      does: 'delete',
      when: { haveInspectionResult: 0 },
      otherwise: '该实验已有考察结果，不能删除！',
      hides: true,
      confirm: '确定删除吗?',
    },
    initExperiSeatData: {
      label: '初始化场次',
      does: 'call',
      call: 'initExperiSeatData',
      when: { haveInspectionResult: 0 },
      otherwise: '该实验已有考察结果，不能初始化场次！',
      hides: true,
      confirm: '确定初始化实验场次吗?',
    },
  },
  states: [{ field: 'haveInspectionResult', transitions: { inspect: { from: [0], to: 1, otherwise: '该实验已有考察结果！' } } }],
  calls: {
    initExperiSeatData: {
      title: '初始化实验场次',
      verbs: ['GET', 'POST'],
      params: { id: { type: 'text', label: '实验', required: '请选择一条记录！' } },
      success: '初始化成功！',
      does: 'call',
    },
    queryExperiAllByCourseId: {
      title: '课程的实验',
      verbs: ['GET'],
      params: courseParam,
      permission: 'view',
      does: 'lookup',
      returns: ['id', 'experiName'],
    },
  },
  import: { within: 'courseId', columns: ['experiName', 'semester'], matchOn: ['courseId', 'experiName'] },
  scope: { course: 'courseId' },
  access: { grants: { '1': 'all', '2': 'all', '3': 'read' } },
  menu: { icon: 'experiment', order: 20, group: 'preparation' },
})
