import { defineEntity } from '../../engine/schema/index.ts'
import { announcementFields } from './announcement-fields.ts'

const { userIds: _addressees, msgType: _target, cancelTime: _end, ...fields } = announcementFields

const columns = [
  { field: 'titile', ellipsis: 25 },
  'msgCategory',
  'sender',
  'sendTime',
  'priority',
  { field: 'readFlag', keep: true },
] as const
const filters = [{ field: 'titile', match: 'contains' }, { field: 'sender', match: 'contains' }, 'readFlag'] as const
const sort = { by: 'sendTime', order: 'desc' } as const
/** Whom a row is for is found row by row, and each publication makes everybody's total new. */
const mostCounted = 10_000

/** The published announcements that are for whoever reads the list, from their start to their end. */
export const receivedAnnouncement = defineEntity({
  name: 'receivedAnnouncement',
  title: '我的消息',
  domain: 'platform',
  table: 'sys_announcement',
  id: 'anntId',
  of: 'announcement',
  where: { sendStatus: 1 },
  endpoints: { base: '/sys/sysAnnouncementSend', disable: ['add', 'edit', 'delete', 'deleteBatch', 'importExcel', 'exportXls'] },
  label: 'titile',
  fields: {
    ...fields,
    readFlag: {
      type: 'mark',
      label: '阅读状态',
      table: 'sys_announcement_send',
      own: 'annt_id',
      reader: 'user_id',
      on: '已读',
      off: '未读',
      seenBy: 'editByAnntIdAndUserId',
    },
  },
  list: { columns, filters, sort, mostCounted },
  lists: { getMyAnnouncementSend: { title: '我的消息', columns, filters, sort, mostCounted } },
  rowActions: {
    detail: { label: '查看', does: 'panel', panel: 'announcementDetail', title: '通告详情', opensIn: 'modal', width: 900 },
  },
  tools: { readAll: { label: '全部标注已读', does: 'call', call: 'readAll' } },
  calls: {
    editByAnntIdAndUserId: {
      title: '标注已读',
      verbs: ['PUT', 'POST'],
      params: { anntId: { type: 'text', label: '通告', required: '请选择一条记录！' } },
      permission: 'login',
      does: 'call',
    },
    readAll: { title: '全部标注已读', verbs: ['PUT', 'POST'], permission: 'login', success: '全部已读', does: 'call' },
  },
  scope: { received: 'anntId' },
  access: { grants: { '1': 'read', '2': 'read', '3': 'read', '4': 'read' } },
  menu: { icon: 'message', order: 30, group: 'messages', component: 'system/UserAnnouncementList' },
})
