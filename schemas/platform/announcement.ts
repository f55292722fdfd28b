import { defineEntity } from '../../engine/schema/index.ts'

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
  fields: {
    titile: { type: 'text', label: '标题', required: '请输入标题!', max: 100 },
    msgCategory: { type: 'dictionary', code: 'msg_category', label: '消息类型', required: '请选择消息类型!', default: '1' },
    msgAbstract: { type: 'longText', label: '摘要', required: '请输入摘要!', max: 500 },
    startTime: {
      type: 'dateTime',
      label: '开始时间',
      before: { field: 'endTime', message: '开始时间需小于结束时间' },
    },
    endTime: {
      type: 'dateTime',
      label: '结束时间',
      required: '请选择结束时间!',
      after: { field: 'startTime', message: '结束时间需大于开始时间' },
    },
    msgType: {
      type: 'select',
      label: '通告对象类型',
      required: '请选择通告对象类型!',
      default: 'ALL',
      options: { ALL: '全体用户', USER: '指定用户' },
    },
    userIds: {
      type: 'multiReference',
      to: 'user',
      show: 'realname',
      beside: 'username',
      label: '指定用户',
      required: '指定用户不能为空！',
      through: { table: 'sys_announcement_user', own: 'annt_id', other: 'user_id' },
    },
    priority: { type: 'dictionary', code: 'priority', label: '优先级', default: 'H' },
    msgContent: { type: 'richText', label: '内容', max: { is: 200_000, message: '内容过长!' } },
    sender: { type: 'text', label: '发布人', readonly: true, max: 100 },
    sendStatus: {
      type: 'select',
      label: '发布状态',
      readonly: true,
      default: 0,
      options: { '0': '未发布', '1': '已发布', '2': '已撤销' },
      colours: { '0': 'default', '1': 'green', '2': 'orange' },
    },
    sendTime: { type: 'dateTime', label: '发布时间', readonly: true },
    cancelTime: { type: 'dateTime', label: '撤销时间', readonly: true },
    openType: { type: 'text', label: '打开方式', readonly: true, max: 20 },
    openPage: { type: 'text', label: '打开的页面', readonly: true, max: 200 },
    busType: { type: 'text', label: '业务类型', readonly: true, max: 50 },
    busId: { type: 'text', label: '业务记录', readonly: true, max: 64 },
  },
  list: {
    columns: [
      { field: 'titile', ellipsis: 25 },
      'msgCategory',
      'sender',
      'priority',
      'msgType',
      { field: 'sendStatus', keep: true },
      'sendTime',
      'cancelTime',
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
  },
  indexes: [
    ['sendStatus', 'sendTime'],
    ['sendStatus', 'msgType', 'endTime'],
  ],
  scope: 'none',
  access: { grants: { '1': 'all' } },
  menu: { icon: 'notification', order: 10, component: 'system/SysAnnouncementList' },
})
