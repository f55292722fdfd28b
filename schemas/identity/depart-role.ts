import { defineEntity } from '../../engine/schema/index.ts'
import { chosenDepartment, chosenUser } from './chosen-params.ts'
import { savesGrants } from './grant-params.ts'
import { roleCode, roleDescription, roleName } from './role-fields.ts'

/** A role inside one department: people who belong to it can be given it there, and it grants what the department was granted. */
export const departRole = defineEntity({
  name: 'departRole',
  title: '部门角色',
  domain: 'identity',
  table: 'sys_depart_role',
  endpoints: { base: '/sys/sysDepartRole', disable: ['exportXls', 'importExcel'] },
  label: 'roleName',
  fields: {
    departId: {
      type: 'reference',
      to: 'department',
      show: 'departName',
      label: '部门',
      required: '请选择一个部门!',
      readonly: 'given',
      owner: true,
    },
    roleName: { ...roleName, label: '部门角色名称', required: '请输入部门角色名称!' },
    roleCode: { ...roleCode, label: '部门角色编码', required: '请输入部门角色编码!' },
    description: { ...roleDescription, label: '备注' },
  },
  list: {
    title: '部门角色',
    columns: ['roleName', 'roleCode', 'departId', 'description'],
    filters: ['departId', { field: 'roleName', match: 'contains' }],
    sort: { by: 'createTime', order: 'desc' },
    params: ['deptId'],
  },
  form: { opensIn: 'modal', width: 800, groups: { '': ['departId', 'roleName', 'roleCode', 'description'] }, closesOnRefusal: true },
  rowActions: {
    edit: { label: '编辑', does: 'edit' },
    saveDeptRolePermission: { label: '授权', does: 'panel', panel: 'departRolePermissions', title: '部门角色权限配置', width: 650 },
    delete: { label: '删除', does: 'delete', confirm: '确定删除吗?' },
  },
  calls: {
    queryTreeListForDeptRole: {
      title: '部门可授权的权限',
      verbs: ['GET'],
      path: '/sys/sysDepartPermission/queryTreeListForDeptRole',
      permission: 'view',
      params: { departId: chosenDepartment },
      does: 'call',
    },
    queryDeptRolePermission: {
      title: '部门角色的权限',
      verbs: ['GET'],
      path: '/sys/sysDepartPermission/queryDeptRolePermission',
      permission: 'view',
      params: { roleId: { type: 'text', label: '部门角色', required: '请选择一个角色!' } },
      does: 'call',
    },
    saveDeptRolePermission: {
      title: '授权',
      verbs: ['POST'],
      path: '/sys/sysDepartPermission/saveDeptRolePermission',
      params: { roleId: { type: 'text', label: '部门角色', required: '请选择一个角色!' }, ...savesGrants },
      success: '保存成功!',
      failure: '授权失败！',
      does: 'call',
    },
    getDeptRoleList: {
      title: '部门的角色',
      verbs: ['GET'],
      permission: 'view',
      params: {
        departId: chosenDepartment,
        userId: { type: 'text', label: '用户' },
      },
      does: 'call',
    },
    getDeptRoleByUserId: {
      title: '用户的部门角色',
      verbs: ['GET'],
      permission: 'view',
      params: {
        userId: chosenUser,
        departId: chosenDepartment,
      },
      does: 'call',
    },
    deptRoleUserAdd: {
      title: '分配部门角色',
      verbs: ['POST'],
      params: {
        userId: chosenUser,
        newRoleId: { type: 'longText', label: '部门角色' },
        oldRoleId: { type: 'longText', label: '原部门角色' },
      },
      success: '添加成功！',
      does: 'call',
    },
  },
  scope: { managedDepartment: 'departId' },
  access: {
    grants: { '1': 'all', '2': ['view', 'add', 'edit', 'delete', 'saveDeptRolePermission', 'deptRoleUserAdd'] },
  },
  menu: { icon: 'safety', order: 31, hidden: true, component: 'system/DepartRoleList' },
  messages: { add: '添加成功！', edit: '编辑成功!', delete: '删除成功!', deleteBatch: '删除成功!' },
})
