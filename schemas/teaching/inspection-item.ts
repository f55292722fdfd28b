import { defineEntity } from '../../engine/schema/index.ts'
import { courseOfSemester, experimentOfCourse } from './course-fields.ts'
import { experimentParam } from './place-params.ts'
import { haveInspectionResult } from './results-lock.ts'

/** Results are initialised once: if none is missing, there is nothing to do. */
const resultsAreMade = { call: 'isInitInSpectionRes', otherwise: '考察结果已初始化，不能重复操作！' } as const

/** What is marked in an experiment. Locked once it has results. */
export const inspectionItem = defineEntity({
  name: 'inspectionItem',
  title: '考察项',
  domain: 'teaching',
  table: 'bh_inspection',
  endpoints: { base: '/inspect/bhInspection', disable: ['importExcel', 'exportXls'] },
  label: 'inspectName',
  search: ['inspectName'],
  fields: {
    courseId: { ...courseOfSemester, required: '请输入课程id!', readonly: 'edit' },
    semester: { type: 'via', by: 'courseId', field: 'semester', label: '学期' },
    experiId: { ...experimentOfCourse, required: '请输入实验id!', readonly: 'edit' },
    inspectName: {
      type: 'text',
      label: '考察项名称',
      required: '请输入考察项名称!',
      max: 100,
      unique: { message: '该实验下考察项名称已存在!', within: ['experiId'] },
    },
    inspectType: { type: 'dictionary', code: 'inspect_type', label: '考察项类型', required: '请输入考察项类型!' },
    haveInspectionResult,
  },
  list: {
    title: '考察项管理',
    columns: ['courseId', 'experiId', 'inspectName', 'inspectType', 'semester', 'haveInspectionResult'],
    filters: ['semester', 'courseId', 'experiId'],
    sort: { by: 'createTime', order: 'desc' },
  },
  form: { opensIn: 'modal', width: 800, groups: { '': ['courseId', 'experiId', 'inspectName', 'inspectType'] } },
  rowActions: {
    edit: { label: '编辑', does: 'edit', when: { haveInspectionResult: 0 }, otherwise: '该考察项已有考察结果，不能编辑！', hides: true },
    delete: {
      label: '删除',
      does: 'delete',
      when: { haveInspectionResult: 0 },
      otherwise: '该考察项已有考察结果，不能删除！',
      hides: true,
      confirm: '确定删除吗?',
    },
    initInSpectionRes: {
      label: '初始化考察结果',
      does: 'call',
      call: 'initInSpectionRes',
      values: { experiGroupId: '' },
      confirm: '初始化后，实验、考察项和座位将不能再修改。确定初始化考察结果吗?',
    },
  },
  tools: {
    initInSpectionResAll: {
      label: '初始化考察结果',
      confirm: '初始化后，实验、考察项和座位将不能再修改。确定初始化该实验全部考察项的结果吗?',
      does: 'call',
      call: 'initInSpectionResAll',
      with: { experiId: 'experiId' },
    },
  },
  states: [{ field: 'haveInspectionResult', transitions: { inspect: { from: [0], to: 1, otherwise: '该考察项已有考察结果！' } } }],
  calls: {
    queryInspectionAll: {
      title: '实验的考察项',
      verbs: ['GET'],
      params: experimentParam,
      permission: 'view',
      does: 'lookup',
      returns: ['id', 'inspectName'],
    },
    isInitInSpectionRes: {
      title: '考察结果是否已初始化',
      verbs: ['GET'],
      params: {
        experiId: { type: 'text', label: '实验', required: '请选择实验' },
        id: { type: 'text', label: '考察项' },
        experiGroupId: { type: 'text', label: '场次' },
      },
      permission: 'view',
      does: 'call',
    },
    initInSpectionRes: {
      title: '初始化考察结果',
      verbs: ['GET', 'POST'],
      params: {
        id: { type: 'text', label: '考察项' },
        experiId: { type: 'text', label: '实验' },
        experiGroupId: { type: 'text', label: '场次' },
      },
      unless: resultsAreMade,
      success: '初始化成功！',
      does: 'call',
    },
    initInSpectionResAll: {
      title: '初始化全部考察结果',
      verbs: ['GET', 'POST'],
      params: { experiId: { type: 'text', label: '实验', required: '请选择实验' } },
      permission: 'initInSpectionRes',
      unless: resultsAreMade,
      success: '初始化成功！',
      does: 'call',
    },
  },
  scope: { course: 'courseId' },
  access: { grants: { '1': 'all', '2': 'all', '3': 'read' } },
  menu: { icon: 'check-square', order: 66, group: 'preparation' },
})
