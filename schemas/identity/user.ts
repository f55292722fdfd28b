import { defineEntity } from '../../engine/schema/index.ts'
import { accountFields, changePassword, memberFields } from './account-fields.ts'
import { rowsOfUser } from './explain-calls.ts'
import { userRoleCalls } from './user-role-calls.ts'
import { userCalls } from './user-calls.ts'

const butAdmin = { when: { username: { not: 'admin' } }, otherwise: '管理员账号不允许此操作！' } as const

/** An account. Its rows are also read as `student`; roles and departments are link tables. */
export const user = defineEntity({
  name: 'user',
  title: '用户',
  domain: 'identity',
  table: 'sys_user',
  endpoints: { base: '/sys/user' },
  label: 'realname',
  search: ['realname', 'username'],
  fields: {
    ...accountFields,
    workNo: memberFields.workNo,
    selectedroles: { ...accountFields.selectedroles, required: '请选择角色!' },
    assistantByCourse: { type: 'switch', label: '助教角色随课程获得', readonly: true, default: 0 },
    selecteddeparts: { ...accountFields.selecteddeparts, required: '请选择部门!' },
    departRoles: memberFields.departRoles,
    userIdentity: { type: 'select', label: '身份', default: 1, options: { '1': '普通成员', '2': '上级' } },
    departIds: { type: 'multiReference', to: 'department', show: 'departName', label: '负责部门', chooseIn: { shows: 'tree' } },
    post: { type: 'multiReference', to: 'position', key: 'code', show: 'name', label: '职务' },
    orgCode: { type: 'text', label: '当前机构编码', readonly: true, max: 64 },
    activitiSync: { type: 'select', label: '工作流引擎', default: 1, options: { '1': '同步', '0': '不同步' } },
  },
  indexes: [
    ['status', 'createTime'],
    ['createBy', 'createTime'],
  ],
  list: {
    title: '用户管理',
    columns: [
      'username',
      'realname',
      { field: 'avatar', width: 80 },
      'sex',
      'phone',
      { field: 'selectedroles', ellipsis: 20 },
      { field: 'selecteddeparts', ellipsis: 20 },
      'status',
    ],
    filters: [
      { field: 'username', match: 'contains' },
      { field: 'realname', match: 'contains' },
      { field: 'phone', match: 'contains', more: true },
      { field: 'status', more: true },
    ],
    sort: { by: 'createTime', order: 'desc' },
  },
  lists: {
    candidates: {
      title: '选择用户',
      columns: ['username', 'realname', 'selectedroles', 'selecteddeparts'],
      filters: [
        { field: 'username', match: 'contains' },
        { field: 'realname', match: 'contains' },
      ],
      sort: { by: 'createTime', order: 'desc' },
      params: ['notInCourseId', 'withRoleId', 'departId'],
    },
    choices: {
      title: '选择用户',
      columns: ['username', 'realname', 'idNumber', 'selectedroles', 'selecteddeparts'],
      filters: [{ field: 'username', match: 'contains' }],
      sort: { by: 'createTime', order: 'desc' },
      params: ['departId'],
      numbered: true,
    },
    finder: {
      title: '选择用户（条件查询）',
      columns: ['username', 'realname', 'idNumber', 'selectedroles', 'selecteddeparts'],
      filters: [
        { field: 'username', match: 'contains' },
        'sex',
        { field: 'email', match: 'contains' },
        { field: 'phone', match: 'contains' },
        'status',
      ],
      sort: { by: 'createTime', order: 'desc' },
      params: ['departId'],
      numbered: true,
    },
    userRoleList: {
      title: '角色用户',
      columns: ['username', 'realname', 'sex', 'phone', 'status'],
      filters: [{ field: 'username', match: 'contains' }, { field: 'realname', match: 'contains' }, 'selectedroles'],
      sort: { by: 'createTime', order: 'desc' },
      params: ['roleId'],
    },
  },
  form: {
    opensIn: 'drawer',
    width: 700,
    groups: {
      账号: ['username', 'password', 'confirmpassword', 'realname', 'workNo', 'studyNumber', 'idNumber'],
      角色与部门: ['selectedroles', 'selecteddeparts', 'userIdentity', 'departIds', 'post'],
      个人资料: ['avatar', 'birthday', 'sex', 'email', 'phone', 'activitiSync'],
    },
    showWhen: { departIds: { userIdentity: 2 } },
  },
  children: [{ entity: 'userAgent', by: 'userName', shown: 'form', label: '代理人' }],
  rowActions: {
    details: { label: '详情', does: 'view', opensIn: 'form' },
    changePassword: { label: '密码', does: 'call', call: 'changePassword', ask: ['username'] },
    permissionsOf: { label: '可见记录', does: 'panel', panel: 'permissionsOf', width: 900 },
    freeze: {
      label: '冻结',
      does: 'call',
      call: 'frozenBatch',
      values: { status: 2 },
      when: { status: 1, username: { not: 'admin' } },
      confirm: '确定冻结吗?',
    },
    unfreeze: {
      label: '解冻',
      does: 'call',
      call: 'frozenBatch',
      values: { status: 1 },
      when: { status: 2, username: { not: 'admin' } },
      confirm: '确定解冻吗?',
    },
    resetTwoStep: {
      label: '重置两步验证',
      does: 'call',
      call: 'resetTwoStep',
      with: { userId: 'id' },
      confirm: '确定重置两步验证吗?重置后只凭密码即可登录，该用户将退出登录。',
    },
    delete: { label: '删除', does: 'delete', ...butAdmin, allOrNone: true, confirm: '确定删除吗?' },
  },
  tools: {
    sync: { label: '同步', does: 'call', call: 'doSyncUser' },
    bin: { label: '回收站', does: 'bin' },
  },
  batchActions: {
    freeze: { label: '冻结', call: 'frozenBatch', values: { status: 2 }, each: butAdmin, confirm: '确定冻结吗?' },
    unfreeze: { label: '解冻', call: 'frozenBatch', values: { status: 1 }, each: butAdmin, confirm: '确定解冻吗?' },
  },
  calls: {
    frozenBatch: {
      title: '冻结与解冻',
      verbs: ['PUT', 'POST'],
      params: {
        ids: { type: 'text', label: '用户', required: '请选择一条记录！' },
        status: { type: 'select', label: '状态', required: '请选择状态!', options: { '1': '正常', '2': '冻结' } },
      },
      success: '操作成功!',
      does: 'call',
    },
    changePassword,
    ...userRoleCalls,
    ...rowsOfUser,
    ...userCalls,
  },
  import: {
    columns: [
      'username',
      'realname',
      'workNo',
      'studyNumber',
      'idNumber',
      'selectedroles',
      'selecteddeparts',
      'sex',
      'birthday',
      'email',
      'phone',
    ],
    matchOn: ['username'],
  },
  bin: {
    list: 'recycleBin',
    columns: ['username', 'realname', 'avatar', 'selecteddeparts'],
    numbered: true,
    failure: '查询已删除的用户失败：',
    restore: { path: 'putRecycleBin', verb: 'PUT', ids: 'userIds' },
    purge: { path: 'deleteRecycleBin', ids: 'userIds' },
    dependants: 'keep',
  },
  scope: 'none',
  access: { grants: { '1': 'all' }, unmask: ['1'] },
  menu: { icon: 'user', order: 10, component: 'system/UserList' },
  messages: { add: '添加成功！', edit: '修改成功!', delete: '删除用户成功', deleteBatch: '批量删除用户成功' },
})
