import { defineEntity } from '../../engine/schema/index.ts'
import { monitors } from './monitors.ts'

/** Who signed in, and who did what. Only the server writes it; what is sent with a call is kept without its secrets. */
export const log = defineEntity({
  name: 'log',
  title: '日志管理',
  domain: 'platform',
  table: 'sys_log',
  source: 'application',
  endpoints: { base: '/sys/log', disable: ['add', 'edit', 'delete', 'deleteBatch', 'importExcel'] },
  label: 'logContent',
  fields: {
    logType: { type: 'select', label: '日志类型', readonly: true, options: { 1: '登录日志', 2: '操作日志' } },
    logContent: { type: 'longText', label: '日志内容', readonly: true },
    userid: { type: 'text', label: '操作人ID', readonly: true },
    username: { type: 'text', label: '操作人名称', readonly: true },
    ip: { type: 'text', label: 'IP', readonly: true },
    costTime: { type: 'number', label: '耗时(毫秒)', readonly: true },
    operateType: { type: 'dictionary', code: 'operate_type', label: '操作类型', readonly: true },
    createTime: { type: 'dateTime', label: '创建时间', readonly: true },
    method: { type: 'text', label: '请求方法', readonly: true },
    requestParam: { type: 'longText', label: '请求参数', readonly: true },
  },
  list: {
    columns: [
      { field: 'logContent', ellipsis: 40 },
      'userid',
      'username',
      'ip',
      'costTime',
      'logType',
      { field: 'createTime', keep: true },
      'operateType',
    ],
    filters: ['logContent', 'createTime', 'operateType'],
    params: ['keyWord'],
    sort: { by: 'createTime', order: 'desc' },
    tabs: { by: 'logType', only: { 2: ['operateType', 'method', 'requestParam'] } },
    unfolds: ['method', 'requestParam'],
  },
  screens: monitors,
  export: { name: '日志' },
  scope: 'none',
  access: { grants: { '1': ['view', 'export', 'monitor', 'runtime', 'sessions', 'trace', 'cache', 'disk'] } },
  menu: { icon: 'audit', order: 52, component: 'system/LogList' },
})
