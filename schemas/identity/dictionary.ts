import { defineEntity } from '../../engine/schema/index.ts'

/** A dictionary; its items are rows of `dictionaryItem`. Deleted dictionaries go to the recycle bin. */
export const dictionary = defineEntity({
  name: 'dictionary',
  title: '字典',
  domain: 'identity',
  table: 'sys_dict',
  endpoints: { base: '/sys/dict' },
  label: 'dictName',
  search: ['dictName'],
  fields: {
    dictName: { type: 'text', label: '字典名称', required: '请输入字典名称!', max: 100 },
    dictCode: {
      type: 'text',
      label: '字典编码',
      required: '请输入字典编码!',
      unique: '该值不可用，系统中已存在！',
      max: 100,
    },
    description: { type: 'text', label: '描述', max: 255 },
  },
  list: {
    title: '数据字典',
    columns: ['dictName', 'dictCode', { field: 'description', ellipsis: 25 }],
    filters: [
      { field: 'dictName', match: 'contains' },
      { field: 'dictCode', match: 'contains' },
    ],
    sort: { by: 'createTime', order: 'desc' },
  },
  form: { opensIn: 'modal', width: 600, groups: { '': ['dictName', 'dictCode', 'description'] } },
  children: [{ entity: 'dictionaryItem', by: 'dictId', shown: 'drawer', label: '字典配置', width: 600 }],
  tools: {
    refleshCache: { label: '刷新缓存', does: 'call', call: 'refleshCache' },
    bin: { label: '回收站', does: 'bin' },
  },
  calls: {
    refleshCache: {
      title: '刷新缓存',
      verbs: ['GET', 'POST'],
      permission: 'edit',
      success: '刷新缓存完成！',
      failure: '刷新缓存失败！',
      does: 'call',
    },
    queryAllDictItems: { title: '全部字典项', verbs: ['GET'], permission: 'login', does: 'call' },
    getDictItems: {
      title: '某字典的字典项',
      verbs: ['GET'],
      path: 'getDictItems/{dictCode}',
      params: { dictCode: { type: 'text', label: '字典编码', required: '请输入字典编码!' } },
      permission: 'login',
      does: 'call',
    },
  },
  import: { columns: ['dictName', 'dictCode', 'description'], matchOn: ['dictCode'] },
  export: { name: '字典信息' },
  bin: {
    list: 'deleteList',
    restore: { path: 'back/{id}', verb: 'PUT', ids: 'id' },
    purge: { path: 'deletePhysic/{id}', ids: 'id' },
    dependants: 'keep',
  },
  scope: 'none',
  access: { grants: { '1': 'all' } },
  menu: { icon: 'read', order: 40, component: 'system/DictList' },
  messages: { add: '保存成功！', edit: '编辑成功!', delete: '删除成功!', deleteBatch: '删除成功!' },
})
