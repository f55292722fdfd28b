import { defineEntity } from '../../engine/schema/index.ts'
import { explainCalls } from './explain-calls.ts'

/** Who looked at the pages in whose name, and when; names as they were then, so that the log outlives the accounts. */
export const viewing = defineEntity({
  name: 'viewing',
  title: '身份查看',
  domain: 'identity',
  table: 'sys_viewing',
  endpoints: { base: '/sys/viewAs', disable: ['add', 'edit', 'delete', 'deleteBatch', 'importExcel', 'exportXls'] },
  label: 'viewerName',
  fields: {
    viewer: { type: 'text', label: '查看人账号', readonly: true, max: 100 },
    viewerName: { type: 'text', label: '查看人', readonly: true, max: 100 },
    whom: { type: 'text', label: '被查看账号', readonly: true, max: 100 },
    whomName: { type: 'text', label: '被查看人', readonly: true, max: 100 },
    roleName: { type: 'text', label: '以何角色', readonly: true, max: 100 },
    beginTime: { type: 'dateTime', label: '开始时间', readonly: true },
    endTime: { type: 'dateTime', label: '结束时间', readonly: true },
    ip: { type: 'text', label: '登录地址', readonly: true, max: 100 },
  },
  list: {
    title: '身份查看记录',
    columns: ['viewer', 'viewerName', 'whom', 'whomName', 'roleName', 'beginTime', 'endTime', 'ip'],
    filters: [{ field: 'viewer', match: 'contains' }, { field: 'whom', match: 'contains' }, 'beginTime'],
    sort: { by: 'beginTime', order: 'desc' },
  },
  lists: {
    permissionQuery: {
      title: '权限查询',
      columns: ['viewer', 'whom', 'roleName', 'beginTime', 'endTime'],
      menu: { icon: 'security-scan', order: 34, screen: 'permissionQuery' },
    },
  },
  calls: explainCalls,
  scope: 'none',
  access: { grants: { '1': 'all' } },
  menu: { icon: 'eye', order: 36 },
})
