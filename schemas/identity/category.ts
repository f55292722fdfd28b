import { defineEntity } from '../../engine/schema/index.ts'
import { categoryCalls } from './category-calls.ts'

/** The classification dictionary: types below types, each with a code that begins with the code above it. */
export const category = defineEntity({
  name: 'category',
  title: '分类',
  domain: 'identity',
  table: 'sys_category',
  endpoints: { base: '/sys/category' },
  label: 'name',
  search: ['name'],
  fields: {
    pid: { type: 'treeReference', to: 'category', show: 'name', label: '父级节点', readonly: 'edit' },
    name: { type: 'text', label: '分类名称', required: '请输入类型名称!', max: 100 },
    code: { type: 'text', label: '分类编码', readonly: true, unique: '分类编码已存在!', max: 64 },
  },
  list: {
    title: '分类字典',
    columns: ['name', 'code', 'createTime'],
    filters: [
      { field: 'name', match: 'contains' },
      { field: 'code', match: 'contains' },
    ],
    sort: { by: 'code', order: 'asc' },
    params: ['below'],
  },
  form: { opensIn: 'modal', width: 800, groups: { '': ['pid', 'name'] } },
  rowActions: { addBelow: { label: '添加下级', does: 'add', with: { pid: 'id' } } },
  tree: { parent: 'pid', title: 'name', order: 'code', code: 'code', lazy: true },
  calls: categoryCalls,
  import: { columns: ['name', 'pid'], matchOn: ['pid', 'name'] },
  scope: 'none',
  access: { grants: { '1': 'all' } },
  menu: { icon: 'cluster', order: 42, component: 'system/SysCategoryList' },
  messages: { add: '添加成功！', edit: '修改成功!', delete: '删除成功!', deleteBatch: '删除成功!' },
})
