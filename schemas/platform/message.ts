import { defineEntity } from '../../engine/schema/index.ts'
import { htmlTypes, messageTypes, sendStates } from './message-types.ts'

/** What is sent to people, and what became of it: a row is written by whatever causes it, and sent afterwards (`src/server/messages/`). */
export const message = defineEntity({
  name: 'message',
  title: '消息',
  domain: 'platform',
  table: 'sys_sms',
  endpoints: { base: '/sys/message/sysMessage', disable: ['importExcel', 'exportXls'] },
  label: 'esTitle',
  fields: {
    esTitle: { type: 'text', label: '消息标题', required: '请输入消息标题!', max: 100 },
    esType: { type: 'dictionary', code: 'msgType', label: '发送方式', required: '请选择发送方式!', default: messageTypes.system },
    esReceiver: { type: 'text', label: '接收人', required: '请输入接收人!', max: 500, help: '账号、邮箱或手机号，多个用逗号隔开' },
    esContent: {
      type: 'longText',
      label: '发送内容',
      required: '请输入发送内容!',
      max: 20_000,
      formattedWhen: { field: 'esType', is: htmlTypes },
    },
    esParam: { type: 'longText', label: '发送所需参数', max: 10_000, help: 'JSON格式' },
    esSendTime: { type: 'dateTime', label: '发送时间', help: '不填则立即发送；发送后是实际发送的时间' },
    esSendStatus: { type: 'dictionary', code: 'msgSendStatus', label: '发送状态', readonly: true, default: sendStates.waiting },
    esSendNum: { type: 'number', label: '发送次数', readonly: true, default: 0 },
    esResult: { type: 'longText', label: '发送失败原因', readonly: true },
    remark: { type: 'longText', label: '备注', max: 500 },
  },
  list: {
    title: '消息管理',
    columns: [
      'esTitle',
      { field: 'esContent', ellipsis: 10 },
      'esReceiver',
      'esSendNum',
      { field: 'esSendStatus', keep: true },
      'esSendTime',
      'esType',
    ],
    filters: [
      { field: 'esTitle', match: 'contains' },
      { field: 'esReceiver', match: 'contains' },
      { field: 'esType', more: true },
      { field: 'esSendStatus', more: true },
    ],
    sort: { by: 'createTime', order: 'desc' },
    // What became of a message is known a moment after it was queued.
    rereads: 5,
  },
  form: {
    opensIn: 'modal',
    width: 800,
    groups: {
      '': ['esTitle', 'esContent', 'esParam', 'esReceiver', 'esType', 'esSendTime', 'esSendStatus', 'esSendNum', 'esResult', 'remark'],
    },
  },
  rowActions: {
    edit: {
      label: '编辑',
      does: 'edit',
      when: { esSendStatus: { not: sendStates.sent } },
      otherwise: '已发送的消息不能编辑！',
    },
  },
  tools: { sendTest: { label: '发送测试', does: 'call', call: 'sendTest' } },
  calls: {
    sendTest: {
      title: '发送测试',
      verbs: ['POST'],
      params: {
        templateCode: {
          type: 'reference',
          to: 'messageTemplate',
          show: 'templateName',
          key: 'templateCode',
          label: '模板标题',
          required: '请选择模板!',
        },
        testData: { type: 'longText', label: '测试数据', max: 10_000, help: '模板的参数，如 {"姓名":"张三"}' },
        receiver: { type: 'text', label: '接收人', required: '请输入接收人!', max: 500, help: '账号、邮箱或手机号，多个用逗号隔开' },
        msgType: { type: 'dictionary', code: 'messageType', label: '消息类型', default: 'system' },
      },
      permission: 'platform:messageTemplate:sendMsg',
      success: '发送消息任务添加成功！',
      does: 'call',
    },
  },
  scope: 'none',
  access: { grants: { '1': 'all' } },
  menu: { icon: 'comment', order: 20, group: 'messages', component: 'modules/message/SysMessageList' },
})
