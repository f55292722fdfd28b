import { defineEntity } from '../../engine/schema/index.ts'
import { ruleGrantCalls } from './rule-grant-calls.ts'

/** A data rule of a menu: for people to whom it is granted, only the rows that meet it exist. */
export const permissionRule = defineEntity({
  name: 'permissionRule',
  title: '数据规则',
  domain: 'identity',
  table: 'sys_permission_data_rule',
  endpoints: {
    base: '/sys/permissionRule',
    disable: ['importExcel', 'exportXls'],
    paths: {
      add: '/sys/permission/addPermissionRule',
      edit: '/sys/permission/editPermissionRule',
      delete: '/sys/permission/deletePermissionRule',
    },
  },
  label: 'ruleName',
  fields: {
    permissionId: {
      type: 'reference',
      to: 'permission',
      show: 'name',
      owner: true,
      label: '菜单',
      required: '请选择菜单!',
      readonly: 'given',
    },
    ruleName: { type: 'text', label: '规则名称', required: '请输入规则名称!', max: 50 },
    ruleColumn: { type: 'text', label: '规则字段', required: '请输入规则字段!', max: 100, help: '菜单所列数据的字段名，如 createBy' },
    ruleConditions: { type: 'dictionary', code: 'rule_conditions', label: '条件规则', required: '请选择条件!' },
    ruleValue: {
      type: 'longText',
      label: '规则值',
      required: '请输入规则值!',
      max: 1000,
      help: '可用变量 #{sys_user_code} #{sys_user_name} #{sys_org_code} #{sys_multi_org_code} #{sys_date} #{sys_time}',
    },
    status: {
      type: 'select',
      label: '状态',
      default: 1,
      options: { '1': '有效', '0': '无效' },
      colours: { '1': 'green', '0': 'default' },
    },
  },
  list: {
    title: '数据权限规则',
    columns: ['ruleName', 'ruleColumn', { field: 'ruleValue', ellipsis: 15 }, 'status'],
    filters: ['permissionId', { field: 'ruleName', match: 'contains' }, { field: 'ruleValue', match: 'contains' }],
    sort: { by: 'createTime', order: 'desc' },
    faded: { status: 0 },
  },
  form: {
    opensIn: 'modal',
    width: 600,
    groups: { '': ['permissionId', 'ruleName', 'ruleConditions', 'ruleColumn', 'ruleValue', 'status'] },
    showWhen: { ruleColumn: { ruleConditions: { not: 'USE_SQL_RULES' } } },
  },
  calls: {
    ...ruleGrantCalls,
    getPermRuleListByPermId: {
      title: '菜单的数据规则',
      verbs: ['GET'],
      path: '/sys/permission/getPermRuleListByPermId',
      permission: 'view',
      params: { permissionId: { type: 'text', label: '菜单', required: '请选择菜单!' } },
      does: 'lookup',
      returns: ['id', 'permissionId', 'ruleName', 'ruleColumn', 'ruleConditions', 'ruleValue', 'status'],
    },
    queryPermissionRule: {
      title: '查询数据规则',
      verbs: ['GET'],
      path: '/sys/permission/queryPermissionRule',
      permission: 'view',
      params: {
        permissionId: { type: 'text', label: '菜单', required: '请选择菜单!' },
        ruleName: { type: 'text', label: '规则名称' },
        ruleValue: { type: 'text', label: '规则值' },
      },
      does: 'call',
    },
  },
  scope: 'none',
  access: { grants: { '1': 'all' } },
  menu: { icon: 'safety', order: 33, hidden: true },
  messages: { add: '添加成功！', edit: '更新成功！', delete: '删除成功！' },
})
