import { defineEntity } from '../../engine/schema/index.ts'
import { announcementFields } from './announcement-fields.ts'

/**
 * What administrators tell everyone, or people whom they name. Its readers see it through `receivedAnnouncement`. The wire keeps the
 * spellings `titile`, `annountCement` and `doReovkeData` of its specification.
 */
export const announcement = defineEntity({
  name: 'announcement',
  title: '系统通告',
  domain: 'platform',
  table: 'sys_announcement',
  id: 'anntId',
  endpoints: { base: '/sys/annountCement', disable: ['importExcel', 'exportXls'] },
  label: 'titile',
  fields: announcementFields,
  list: {
    columns: [
      { field: 'titile', ellipsis: 25 },
      'msgCategory',
      'sender',
      'priority',
      'msgType',
      { field: 'sendStatus', keep: true },
      { field: 'sendTime', width: 152 },
      { field: 'cancelTime', width: 152 },
    ],
    filters: [{ field: 'titile', match: 'contains' }, 'msgCategory', 'sendStatus'],
    sort: { by: 'createTime', order: 'desc' },
  },
  form: {
    opensIn: 'modal',
    width: 900,
    groups: {
      '': ['titile', 'msgCategory', 'startTime', 'endTime', 'priority', 'msgType', 'userIds', 'msgAbstract', 'msgContent'],
    },
    showWhen: { userIds: { msgType: 'USER' } },
    fills: { msgType: { ALL: { userIds: '' } } },
  },
  rowActions: {
    edit: { label: '编辑', does: 'edit', when: { sendStatus: 0 }, otherwise: '只有未发布的通告可以编辑！', hides: true },
    publish: {
      label: '发布',
      does: 'call',
      call: 'doReleaseData',
      with: { id: 'anntId' },
      when: { sendStatus: 0 },
      otherwise: '只有未发布的通告可以发布！',
      hides: true,
      confirm: '确定发布吗?',
    },
    revoke: {
      label: '撤销',
      does: 'call',
      call: 'doReovkeData',
      with: { id: 'anntId' },
      when: { sendStatus: 1 },
      otherwise: '只有已发布的通告可以撤销！',
      hides: true,
      confirm: '确定撤销吗?',
    },
    detail: { label: '查看', does: 'panel', panel: 'announcementDetail', title: '通告详情', opensIn: 'modal', width: 900 },
    delete: {
      label: '删除',
      does: 'delete',
      when: { sendStatus: { not: 1 } },
      otherwise: '已发布的通告不能删除，请先撤销！',
      hides: true,
      confirm: '确定删除吗?',
    },
  },
  states: [
    {
      field: 'sendStatus',
      transitions: {
        publish: { from: [0], to: 1, otherwise: '只有未发布的通告可以发布！' },
        revoke: { from: [1], to: 2, otherwise: '只有已发布的通告可以撤销！' },
      },
    },
  ],
  calls: {
    doReleaseData: {
      title: '发布通告',
      verbs: ['GET', 'POST', 'PUT'],
      params: { id: { type: 'text', label: '通告', required: '请选择一条记录！' } },
      success: '该系统通知发布成功',
      does: 'call',
    },
    doReovkeData: {
      title: '撤销通告',
      verbs: ['GET', 'POST', 'PUT'],
      params: { id: { type: 'text', label: '通告', required: '请选择一条记录！' } },
      success: '该系统通知撤销成功',
      does: 'call',
    },
    syncNotic: {
      title: '同步顶部通知',
      verbs: ['GET', 'POST'],
      params: { anntId: { type: 'text', label: '通告' } },
      permission: 'view',
      does: 'call',
    },
  },
  indexes: [
    ['sendStatus', 'sendTime'],
    ['sendStatus', 'msgType', 'endTime'],
  ],
  scope: 'none',
  access: { grants: { '1': 'all' } },
  menu: { icon: 'notification', order: 10, component: 'system/SysAnnouncementList' },
})
