import { defineEntity } from '../../engine/schema/index.ts'

/** The tree of organisations, departments and posts; codes are made by the server (A01, A01A01 …). */
export const department = defineEntity({
  name: 'department',
  title: '部门',
  domain: 'identity',
  table: 'sys_depart',
  endpoints: { base: '/sys/sysDepart' },
  label: 'departName',
  search: ['departName'],
  fields: {
    departName: { type: 'text', label: '机构/部门名称', required: '请输入机构/部门名称!', max: 100 },
    parentId: { type: 'treeReference', to: 'department', show: 'departName', label: '上级部门' },
    orgCode: { type: 'text', label: '机构编码', readonly: true, unique: '机构编码已存在!', max: 64 },
    orgCategory: {
      type: 'dictionary',
      code: 'org_category',
      label: '机构类型',
      required: '请选择机构类型!',
      default: '1',
    },
    orgType: { type: 'text', label: '机构层级', readonly: true, max: 10 },
    directorUserIds: { type: 'multiReference', to: 'user', show: 'realname', label: '部门负责人' },
    departOrder: { type: 'number', label: '排序', default: 0 },
    mobile: { type: 'phone', label: '手机号', message: '您的手机号码格式不正确!' },
    fax: { type: 'text', label: '传真', max: 32 },
    address: { type: 'text', label: '地址', max: 200 },
    memo: { type: 'longText', label: '备注', max: 500 },
  },
  list: {
    title: '部门管理',
    columns: ['departName', 'orgCode', 'orgCategory', 'directorUserIds', 'departOrder', 'mobile', 'address'],
    filters: [
      { field: 'departName', match: 'contains' },
      { field: 'orgCode', match: 'contains' },
    ],
    sort: { by: 'createTime', order: 'desc' },
  },
  form: {
    opensIn: 'modal',
    width: 800,
    groups: {
      '': ['departName', 'parentId', 'orgCategory', 'directorUserIds', 'departOrder', 'mobile', 'fax', 'address', 'memo'],
    },
  },
  tree: { parent: 'parentId', title: 'departName', order: 'departOrder', code: 'orgCode', level: 'orgType' },
  import: {
    columns: ['departName', 'parentId', 'orgCategory', 'departOrder', 'mobile', 'fax', 'address', 'memo'],
    matchOn: ['parentId', 'departName'],
  },
  export: { name: '部门信息' },
  scope: 'none',
  access: { grants: { '1': 'all' } },
  menu: { icon: 'apartment', order: 20, component: 'system/DepartList' },
  messages: { add: '保存成功!', edit: '保存成功!', delete: '删除成功!', deleteBatch: '删除成功!' },
})
