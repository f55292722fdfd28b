import { defineEntity } from '../../engine/schema/index.ts'
import { pagingParams } from '../paging-params.ts'
import { placeParams } from './place-params.ts'
import { bookedSession, bookedTime, sessionParam, whileSessionIsOpen } from './session-booking.ts'

/** A student's place in a session; at most one session per experiment, and never two at the same time. */
export const sessionMember = defineEntity({
  name: 'sessionMember',
  title: '场次学生',
  domain: 'teaching',
  table: 'bh_experi_group_stu',
  endpoints: { base: '/inspect/bhExperiGroupStu', disable: ['add', 'edit', 'importExcel'] },
  label: 'stuId',
  fields: {
    experiGroupId: bookedSession,
    courseId: { type: 'via', by: 'experiGroupId', field: 'courseId', label: '课程' },
    experiId: { type: 'reference', to: 'experiment', show: 'experiName', label: '实验', readonly: true },
    stuId: {
      type: 'reference',
      to: 'student',
      show: 'studyNumber',
      label: '学号',
      required: '请输入学生!',
      readonly: 'edit',
      unique: { message: '该学生已在本实验的其他场次中!', within: ['experiId'] },
    },
    realname: { type: 'via', by: 'stuId', field: 'realname', label: '姓名' },
    studyNumber: { type: 'via', by: 'stuId', field: 'studyNumber', label: '学号' },
    classId: {
      type: 'reference',
      to: 'class',
      show: 'className',
      dependsOn: { courseId: 'courseId' },
      label: '班级',
      readonly: true,
    },
    ...bookedTime,
  },
  list: {
    columns: ['studyNumber', 'realname', 'classId'],
    filters: [
      'experiGroupId',
      { field: 'courseId', more: true },
      'experiId',
      'classId',
      { field: 'realname', match: 'contains' },
      { field: 'studyNumber', match: 'contains' },
    ],
    sort: { by: 'createTime', order: 'desc' },
  },
  lists: {
    /** Students who may be added: rows like members, by their students' ids. */
    candidates: {
      title: '选择学生',
      columns: ['studyNumber', 'realname', 'classId'],
      filters: ['classId', { field: 'realname', match: 'contains' }, { field: 'studyNumber', match: 'contains' }],
      sort: { by: 'studyNumber', order: 'asc' },
      pageSizes: [10, 20, 30],
    },
  },
  openWhile: whileSessionIsOpen,
  exclusive: [{ one: 'stuId', from: 'startTime', to: 'endTime', named: 'experiGroupId', message: '该学生在此时间已有其他场次' }],
  rowActions: { delete: { label: '移除', does: 'delete', confirm: '确定移除吗?' } },
  tools: {
    groupAddStu: {
      label: '添加学生',
      does: 'pick',
      entity: 'sessionMember',
      list: 'candidates',
      through: 'queryExperiSeatStu',
      call: 'groupAddStu',
      opensIn: 'drawer',
      multiple: false,
      with: { experiGroupId: 'experiGroupId' },
      narrow: { experiGroupId: 'experiGroupId', courseId: 'courseId', experiId: 'experiId' },
    },
  },
  calls: {
    queryExperiSeatStu: {
      title: '可选的学生',
      verbs: ['GET'],
      path: '/inspect/bhExperiSeat/queryExperiSeatStu',
      params: {
        ...placeParams,
        type: { type: 'select', label: '范围', options: { choose: '未分配的学生', noChoose: '场次的学生' } },
        realname: { type: 'text', label: '姓名' },
        studyNumber: { type: 'text', label: '学号' },
        classId: { type: 'text', label: '班级' },
        ...pagingParams,
      },
      permission: 'view',
      does: 'call',
    },
    groupAddStu: {
      title: '添加学生到场次',
      verbs: ['GET', 'POST'],
      path: '/inspect/bhExperiGroup/groupAddStu',
      params: {
        ids: { type: 'text', label: '学生', required: '请选择一条记录！' },
        experiId: { type: 'text', label: '实验' },
        ...sessionParam,
        experiSeatId: { type: 'text', label: '座位' },
      },
      success: '添加成功！',
      does: 'call',
    },
    deleteGroupStu: {
      title: '从场次移除学生',
      verbs: ['DELETE', 'POST'],
      path: '/inspect/bhExperiGroup/deleteGroupStu',
      params: {
        ids: { type: 'text', label: '学生', required: '请选择一条记录！' },
        ...sessionParam,
      },
      permission: 'delete',
      success: '移除成功！',
      does: 'call',
    },
  },
  indexes: [['stuId', 'startTime']],
  scope: { course: 'experiGroupId.courseId' },
  access: { grants: { '1': 'all', '2': 'all', '3': 'read' } },
})
