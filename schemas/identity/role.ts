import { defineEntity } from '../../engine/schema/index.ts'
import { rowsOfRole } from './explain-calls.ts'
import { chosenRole } from './chosen-params.ts'
import { savesGrants } from './grant-params.ts'
import { roleCode, roleDescription, roleName } from './role-fields.ts'

/** A role; what it may do is granted in the permission tree. */
export const role = defineEntity({
  name: 'role',
  title: '角色',
  domain: 'identity',
  table: 'sys_role',
  endpoints: { base: '/sys/role' },
  label: 'roleName',
  fields: {
    roleName: { ...roleName, label: '角色名称', required: '请输入角色名称!' },
    roleCode: { ...roleCode, label: '角色编码', required: '请输入角色编码!', readonly: 'edit' },
    description: roleDescription,
  },
  list: {
    title: '角色管理',
    columns: ['roleName', 'roleCode', { field: 'description', ellipsis: 20 }, 'createTime', 'updateTime'],
    filters: [{ field: 'roleName', match: 'contains' }, 'createTime'],
    sort: { by: 'roleCode', order: 'asc' },
  },
  form: { opensIn: 'modal', width: 800, groups: { '': ['roleName', 'roleCode', 'description'] } },
  rowActions: {
    saveRolePermission: { label: '授权', does: 'panel', panel: 'rolePermissions', title: '角色权限配置', width: 650 },
    permissionsOf: { label: '可见记录', does: 'panel', panel: 'permissionsOf', width: 900 },
  },
  children: [
    {
      entity: 'user',
      by: 'selectedroles',
      shown: 'drawer',
      label: '用户',
      width: 1000,
      list: 'userRoleList',
      links: {
        add: { label: '已有用户', call: 'addSysUserRole' },
        from: 'choices',
        tree: { entity: 'department', by: 'departId', lazy: true },
        remove: { label: '取消关联', confirm: '确定取消关联吗?', one: 'deleteUserRole', several: 'deleteUserRoleBatch' },
      },
    },
  ],
  calls: {
    ...rowsOfRole,
    queryall: {
      title: '全部角色',
      verbs: ['GET'],
      permission: 'view',
      does: 'lookup',
      returns: ['id', 'roleName', 'roleCode', 'description'],
    },
    checkRoleCode: {
      title: '检查角色编码',
      verbs: ['GET'],
      permission: 'add',
      params: { id: { type: 'text', label: '角色' }, roleCode: { type: 'text', label: '角色编码', required: '请输入角色编码!' } },
      does: 'call',
    },
    queryTreeList: { title: '权限树', verbs: ['GET'], permission: 'view', does: 'call' },
    queryRolePermission: {
      title: '角色的权限',
      verbs: ['GET'],
      path: '/sys/permission/queryRolePermission',
      permission: 'view',
      params: { roleId: chosenRole },
      does: 'call',
    },
    saveRolePermission: {
      title: '授权',
      verbs: ['POST'],
      path: '/sys/permission/saveRolePermission',
      params: { roleId: chosenRole, ...savesGrants },
      success: '保存成功!',
      failure: '授权失败！',
      does: 'call',
    },
  },
  import: { columns: ['roleName', 'roleCode', 'description'], matchOn: ['roleCode'] },
  scope: 'none',
  access: { grants: { '1': 'all' } },
  menu: { icon: 'safety', order: 30, component: 'system/RoleUserList' },
  messages: { delete: '删除角色成功', deleteBatch: '删除角色成功!' },
})
