import { defineEntity } from '../../engine/schema/index.ts'
import { resultPlace } from './result-place.ts'
import { workbenchFilters } from './workbench-filters.ts'
import { CANCELLED, helpStates, SOLVED, WAITING } from './help-states.ts'

/**
 * A student's request for help at the bench. It is shared with everyone who has the same device, session and item: `openKey` names
 * that place while the request is open, and is unique.
 */
export const helpRequest = defineEntity({
  name: 'helpRequest',
  title: '求助',
  domain: 'teaching',
  table: 'bh_help_request',
  endpoints: { base: '/inspect/bhHelpRequest', disable: ['add', 'edit', 'delete', 'deleteBatch', 'importExcel', 'exportXls'] },
  label: 'content',
  fields: {
    inspectionResultId: {
      type: 'reference',
      to: 'inspectionResult',
      show: 'inspectionId',
      owner: true,
      label: '考察结果',
      readonly: true,
    },
    ...resultPlace,
    stuId: { type: 'reference', to: 'student', show: 'studyNumber', label: '学号', readonly: true },
    realname: { type: 'via', by: 'stuId', field: 'realname', label: '姓名' },
    studyNumber: { type: 'via', by: 'stuId', field: 'studyNumber', label: '学号' },
    seatId: { type: 'reference', to: 'seat', show: 'groupSeatNum', label: '座位', readonly: true },
    smallGroup: { type: 'via', by: 'seatId', field: 'smallGroup', label: '小组' },
    groupSeatNum: { type: 'via', by: 'seatId', field: 'groupSeatNum', label: '组座位号' },
    tjh: { type: 'via', by: 'seatId', field: 'tjh', label: '套件号' },
    facilityId: { type: 'reference', to: 'equipment', show: 'facilityName', label: '设备', readonly: true },
    content: { type: 'text', label: '求助内容', max: 200, readonly: true },
    status: {
      type: 'select',
      label: '状态',
      readonly: true,
      default: WAITING,
      options: helpStates,
      colours: { [WAITING]: 'orange', [SOLVED]: 'green', [CANCELLED]: 'default' },
    },
    openKey: { type: 'text', label: '求助位置', readonly: true, unique: '该位置已有求助!' },
    takerId: { type: 'reference', to: 'user', show: 'realname', label: '处理人', readonly: true },
    takeTime: { type: 'dateTime', label: '接受时间', readonly: true },
    takenUntil: { type: 'dateTime', label: '接受有效期', readonly: true },
    solverId: { type: 'reference', to: 'user', show: 'realname', label: '解决人', readonly: true },
    solveTime: { type: 'dateTime', label: '解决时间', readonly: true },
  },
  list: {
    title: '求助记录',
    columns: [
      'studyNumber',
      'realname',
      'courseId',
      'experiId',
      'experiGroupId',
      'groupSeatNum',
      'tjh',
      'facilityId',
      'inspectionId',
      'content',
      'status',
      'takerId',
      'takeTime',
      'takenUntil',
      'solverId',
      'solveTime',
    ],
    filters: [
      'semester',
      'courseId',
      'experiId',
      'inspectionId',
      'experiGroupId',
      'status',
      { field: 'smallGroup', choices: 'queryExperiSmallGroupAll', choicesOf: 'seat', more: true },
    ],
    sort: { by: 'createTime', order: 'desc' },
  },
  lists: {
    open: {
      title: '等待中的求助',
      where: { status: WAITING },
      columns: ['studyNumber', 'realname', 'experiGroupId', 'groupSeatNum', 'tjh', 'facilityId', 'inspectionId', 'content', 'takerId'],
      filters: workbenchFilters,
      sort: { by: 'createTime', order: 'asc' },
    },
  },
  indexes: [
    ['courseId', 'status'],
    ['experiGroupId', 'status'],
  ],
  scope: { course: 'courseId', student: 'stuId' },
  feed: { course: 'courseId', user: 'stuId' },
  access: {
    grants: { '1': 'read', '2': 'read', '3': 'read', '4': ['view'] },
    hidden: { '4': ['takerId', 'solverId', 'createBy', 'updateBy'] },
  },
  versioned: true,
})
