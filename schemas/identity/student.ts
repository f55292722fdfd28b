import { defineEntity } from '../../engine/schema/index.ts'
import { accountFields, changePassword } from './account-fields.ts'

/** The accounts with the student role, with the fields that the student screens need. */
export const student = defineEntity({
  name: 'student',
  title: '学生',
  domain: 'identity',
  table: 'sys_user',
  of: 'user',
  where: { selectedroles: '1000000000000000004' },
  endpoints: { base: '/jw/user' },
  label: 'realname',
  search: ['realname', 'studyNumber'],
  fields: {
    ...accountFields,
    studyNumber: { ...accountFields.studyNumber, required: '请输入学号!' },
    selectedroles: { ...accountFields.selectedroles, readonly: true },
  },
  list: {
    title: '学生管理',
    columns: ['studyNumber', 'realname', 'username', 'sex', 'phone', { field: 'selecteddeparts', ellipsis: 20 }, 'status'],
    filters: [
      { field: 'username', match: 'contains' },
      { field: 'realname', match: 'contains' },
      { field: 'studyNumber', match: 'contains' },
    ],
    sort: { by: 'createTime', order: 'desc' },
  },
  lists: {
    listStu: {
      title: '选择学生',
      columns: ['studyNumber', 'realname', 'sex', 'selecteddeparts'],
      filters: [
        { field: 'realname', match: 'contains' },
        { field: 'studyNumber', match: 'contains' },
      ],
      sort: { by: 'studyNumber', order: 'asc' },
      pageSizes: [10, 20, 30],
      params: ['notUseCourseId', 'notUseCourseOfClassId', 'ofCourseId', 'ofClassId', 'ofSessionId', 'freeForExperiId'],
    },
  },
  form: {
    opensIn: 'drawer',
    width: 700,
    groups: {
      账号: ['username', 'password', 'confirmpassword', 'realname', 'studyNumber', 'idNumber', 'selecteddeparts'],
      个人资料: ['avatar', 'birthday', 'sex', 'email', 'phone'],
    },
  },
  rowActions: { changePassword: { label: '密码', does: 'call', call: 'changePassword', ask: ['username'] } },
  calls: { changePassword },
  import: {
    columns: ['username', 'realname', 'studyNumber', 'idNumber', 'selecteddeparts', 'sex', 'birthday', 'email', 'phone'],
    matchOn: ['studyNumber'],
  },
  bin: { dependants: 'keep' },
  scope: 'none',
  access: { grants: { '1': 'all', '2': 'read' }, unmask: ['1'] },
  menu: { icon: 'idcard', order: 15 },
  messages: { add: '添加成功！', edit: '修改成功!', delete: '删除用户成功', deleteBatch: '批量删除用户成功' },
})
