import { defineEntity } from '../../engine/schema/index.ts'

/** A position that people hold. Accounts name positions by their code, so a code stays as it is. */
export const position = defineEntity({
  name: 'position',
  title: '职务',
  domain: 'identity',
  table: 'sys_position',
  endpoints: { base: '/sys/position' },
  label: 'name',
  fields: {
    code: {
      type: 'text',
      label: '职务编码',
      required: '请输入职务编码!',
      unique: '职务编码已存在!',
      readonly: 'edit',
      max: 64,
      pattern: { is: 'code', message: '职务编码只能由字母、数字、- 和 _ 组成!' },
    },
    name: { type: 'text', label: '职务名称', required: '请输入职务名称!', max: 100 },
    postRank: { type: 'dictionary', code: 'position_rank', label: '职级' },
  },
  list: {
    title: '职务管理',
    columns: ['code', 'name', 'postRank', 'createTime'],
    filters: [{ field: 'code', match: 'contains' }, { field: 'name', match: 'contains' }, 'postRank'],
    sort: { by: 'createTime', order: 'desc' },
    mostRows: 99999,
  },
  form: { opensIn: 'modal', width: 800, groups: { '': ['code', 'name', 'postRank'] } },
  calls: {
    queryByCode: {
      title: '按编码查询职务',
      verbs: ['GET'],
      params: { code: { type: 'text', label: '职务编码', required: '请输入职务编码!' } },
      permission: 'view',
      does: 'lookup',
      returns: ['id', 'code', 'name', 'postRank'],
      one: true,
    },
  },
  import: { columns: ['code', 'name', 'postRank'], matchOn: ['code'] },
  scope: 'none',
  access: { grants: { '1': 'all' } },
  menu: { icon: 'solution', order: 50, component: 'system/SysPositionList' },
})
