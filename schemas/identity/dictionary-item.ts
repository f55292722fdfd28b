import { defineEntity } from '../../engine/schema/index.ts'

/** One value of a dictionary, edited in the dictionary's drawer. */
export const dictionaryItem = defineEntity({
  name: 'dictionaryItem',
  title: '字典项',
  domain: 'identity',
  table: 'sys_dict_item',
  endpoints: { base: '/sys/dictItem', disable: ['importExcel', 'exportXls'] },
  label: 'itemText',
  fields: {
    dictId: {
      type: 'reference',
      to: 'dictionary',
      show: 'dictName',
      owner: true,
      label: '字典',
      required: '请选择字典!',
      readonly: 'given',
    },
    itemText: { type: 'text', label: '名称', required: '请输入名称!', max: 100 },
    itemValue: {
      type: 'text',
      label: '数据值',
      required: '请输入数据值!',
      max: 100,
      pattern: { is: 'noSpecialButCondition', message: '数据值不能包含特殊字符！' },
      unique: { message: '该值不可用，系统中已存在！', within: ['dictId'] },
    },
    description: { type: 'text', label: '描述', max: 255 },
    sortOrder: {
      type: 'number',
      label: '排序值',
      default: 1,
      min: { is: 1, message: '排序值不能小于 1!' },
      help: '值越小越靠前',
    },
    status: {
      type: 'select',
      label: '是否启用',
      default: 1,
      options: { '1': '启用', '0': '不启用' },
      colours: { '1': 'green', '0': 'default' },
    },
  },
  list: {
    title: '字典配置',
    columns: ['itemText', 'itemValue', 'sortOrder', 'status'],
    filters: ['dictId', { field: 'itemText', match: 'contains' }, 'status'],
    sort: { by: 'sortOrder', order: 'asc' },
    faded: { status: 0 },
  },
  form: {
    opensIn: 'modal',
    width: 600,
    groups: { '': ['dictId', 'itemText', 'itemValue', 'description', 'sortOrder', 'status'] },
  },
  calls: {
    dictItemCheck: {
      title: '检查数据值',
      verbs: ['GET'],
      params: {
        itemValue: { type: 'text', label: '数据值' },
        dictId: { type: 'text', label: '字典' },
        id: { type: 'text', label: '字典项' },
      },
      permission: 'view',
      does: 'call',
    },
  },
  scope: 'none',
  access: { grants: { '1': 'all' } },
  menu: { icon: 'read', order: 41, hidden: true },
})
