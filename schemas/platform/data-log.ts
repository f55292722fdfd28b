import { defineEntity } from '../../engine/schema/index.ts'

const dataTable = { type: 'text', label: '数据库表名', required: '请输入数据库表名!' } as const
const dataId = { type: 'text', label: '数据ID', required: '请输入数据ID!' } as const
const version = (label: string) => ({ type: 'text', label, required: '请选择两条数据' }) as const

/** Every write of every row, as the engine notes it: nobody adds to it, and nothing is kept twice. */
export const dataLog = defineEntity({
  name: 'dataLog',
  title: '数据日志',
  domain: 'platform',
  table: 'sys_audit',
  source: 'application',
  endpoints: { base: '/sys/dataLog', disable: ['add', 'edit', 'delete', 'deleteBatch', 'importExcel', 'exportXls'] },
  label: 'tableName',
  fields: {
    tableName: { type: 'text', label: '表名', readonly: true, also: 'dataTable' },
    rowId: { type: 'text', label: '数据ID', readonly: true, also: 'dataId' },
    version: { type: 'number', label: '版本号', readonly: true, also: 'dataVersion' },
    operation: {
      type: 'select',
      label: '操作类型',
      readonly: true,
      options: {
        add: '新增',
        edit: '编辑',
        delete: '删除',
        restore: '还原',
        purge: '彻底删除',
        takeover: '接管',
        undo: '撤销',
      },
    },
    changes: { type: 'text', label: '数据内容', readonly: true, mask: 'middle', also: 'dataContent' },
    username: { type: 'text', label: '创建人', readonly: true, also: 'createBy' },
    at: { type: 'dateTime', label: '创建时间', readonly: true, also: 'createTime' },
  },
  list: {
    columns: [
      { field: 'tableName', width: 170 },
      { field: 'rowId', width: 190 },
      'version',
      'operation',
      { field: 'changes', ellipsis: 80 },
      'username',
      { field: 'at', keep: true },
    ],
    filters: [
      { field: 'tableName', match: 'exact' },
      { field: 'rowId', match: 'exact' },
    ],
    sort: { by: 'id', order: 'desc' },
  },
  rowActions: {
    versions: { label: '版本对比', does: 'panel', panel: 'dataVersions', title: '数据版本对比', opensIn: 'modal' },
  },
  batchActions: {
    compare: {
      label: '数据比较',
      call: 'queryCompareList',
      panel: 'dataLogCompare',
      opensIn: 'modal',
      exactly: { rows: 2, otherwise: '请选择两条数据' },
      alike: { fields: ['tableName', 'rowId'], otherwise: '请选择相同的数据库表和数据ID进行比较' },
    },
  },
  calls: {
    queryDataVerList: { title: '数据版本', verbs: ['GET'], params: { dataTable, dataId }, permission: 'view', does: 'call' },
    queryCompareList: {
      title: '数据比较',
      verbs: ['GET'],
      params: { dataId1: version('版本号1'), dataId2: version('版本号2') },
      permission: 'view',
      does: 'call',
    },
  },
  scope: { logged: 'id' },
  access: { grants: { '1': 'all' }, unmask: ['1'] },
  menu: { icon: 'history', order: 53, component: 'system/DataLogList' },
})
