import { defineEntity, type Fields } from '../../engine/schema/index.ts'
import { accountFields, memberFields } from './account-fields.ts'
import { chosenDepartment, chosenUser } from './chosen-params.ts'

const { studyNumber: _student, ...ownFields } = accountFields
const noDepartment = '未选中任何部门，无法取消部门与用户的关联!'
const leaving = { type: 'text', label: '部门', required: noDepartment } as const satisfies Fields[string]
const relation = { relation: 'selecteddeparts', other: 'depId' } as const
const unlinked = { success: '删除用户与选中部门关系成功！', otherwise: '当前选中部门与用户无关联关系!' } as const

/** The accounts of departments as those who manage the departments see them: they are made for one, added to it and taken out of it. */
export const departmentUser = defineEntity({
  name: 'departmentUser',
  title: '部门用户',
  domain: 'identity',
  table: 'sys_user',
  of: 'user',
  endpoints: { base: '/sys/departUser', disable: ['edit', 'delete', 'deleteBatch', 'importExcel', 'exportXls'] },
  label: 'realname',
  fields: {
    ...ownFields,
    workNo: memberFields.workNo,
    selectedroles: { ...accountFields.selectedroles, readonly: true },
    departRoles: memberFields.departRoles,
    selecteddeparts: { ...accountFields.selecteddeparts, required: '请选择一个部门!', readonly: 'given' },
  },
  list: {
    title: '部门用户',
    columns: [
      'username',
      'realname',
      'workNo',
      'sex',
      'phone',
      { field: 'selectedroles', ellipsis: 20 },
      { field: 'departRoles', ellipsis: 20 },
      'status',
    ],
    filters: [{ field: 'username', match: 'contains' }, { field: 'realname', match: 'contains' }, 'selecteddeparts'],
    sort: { by: 'createTime', order: 'desc' },
    needs: 'selecteddeparts',
    params: ['depId'],
  },
  lists: {
    /** The people of the chosen department and of all below it. */
    members: {
      title: '部门及其下级的用户',
      columns: [
        'username',
        'realname',
        'workNo',
        { field: 'selecteddeparts', ellipsis: 20 },
        'sex',
        'phone',
        { field: 'selectedroles', ellipsis: 20 },
        { field: 'departRoles', ellipsis: 20 },
        'status',
      ],
      filters: [
        { field: 'username', match: 'contains' },
        { field: 'realname', match: 'contains' },
        { field: 'selecteddeparts', below: true },
      ],
      sort: { by: 'createTime', order: 'desc' },
      needs: 'selecteddeparts',
    },
    choices: {
      title: '选择用户',
      columns: ['username', 'realname', 'idNumber', 'selectedroles', 'selecteddeparts'],
      filters: [{ field: 'username', match: 'contains' }],
      sort: { by: 'createTime', order: 'desc' },
      params: ['depId'],
      numbered: true,
    },
  },
  form: {
    opensIn: 'drawer',
    width: 700,
    groups: {
      账号: ['username', 'password', 'confirmpassword', 'realname', 'workNo', 'idNumber', 'selecteddeparts'],
      个人资料: ['avatar', 'birthday', 'sex', 'email', 'phone'],
    },
  },
  rowActions: {
    deptRoleUserAdd: { label: '部门角色', does: 'panel', panel: 'assignDepartRoles', of: 'departRole', title: '部门角色分配', width: 365 },
    details: { label: '用户详情', does: 'view', opensIn: 'form' },
  },
  calls: {
    departUserList: {
      title: '部门及其下级的用户',
      verbs: ['GET'],
      path: '/sys/user/departUserList',
      params: { depId: { type: 'text', label: '部门' } },
      permission: 'view',
      does: 'call',
    },
    candidates: {
      title: '可添加的用户',
      verbs: ['GET'],
      permission: 'editSysDepartWithUser',
      does: 'call',
    },
    editSysDepartWithUser: {
      title: '添加部门用户',
      verbs: ['PUT', 'POST'],
      path: '/sys/user/editSysDepartWithUser',
      params: {
        depId: chosenDepartment,
        userIdList: { type: 'multiReference', to: 'user', show: 'realname', label: '用户', required: '请选择一条记录！' },
      },
      success: '添加成功!',
      does: 'link',
      scope: 'none',
      ...relation,
    },
    deleteUserInDepart: {
      title: '取消用户与部门的关联',
      verbs: ['DELETE'],
      path: '/sys/user/deleteUserInDepart',
      params: { depId: leaving, userId: chosenUser },
      does: 'unlink',
      ...unlinked,
      ...relation,
    },
    deleteUserInDepartBatch: {
      title: '批量取消用户与部门的关联',
      verbs: ['DELETE'],
      path: '/sys/user/deleteUserInDepartBatch',
      params: { depId: leaving, userIds: chosenUser },
      does: 'unlink',
      ...unlinked,
      ...relation,
    },
  },
  scope: { managed: 'id' },
  access: {
    grants: {
      '1': 'all',
      '2': ['view', 'add', 'editSysDepartWithUser', 'deleteUserInDepart', 'deleteUserInDepartBatch'],
    },
    unmask: ['1'],
  },
  messages: { add: '添加成功！' },
})
