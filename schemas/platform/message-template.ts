import { defineEntity } from '../../engine/schema/index.ts'
import { htmlTypes } from './message-types.ts'

/** Texts of messages with places for params, `${name}`. One in use is locked; using and stopping it is an edit of `useStatus` alone. */
export const messageTemplate = defineEntity({
  name: 'messageTemplate',
  title: '消息模板',
  domain: 'platform',
  table: 'sys_sms_template',
  endpoints: { base: '/sys/message/sysMessageTemplate' },
  label: 'templateName',
  fields: {
    templateCode: { type: 'text', label: '模板CODE', required: '请输入模板CODE!', unique: '模板CODE已存在!', max: 64 },
    templateType: { type: 'dictionary', code: 'msgType', label: '模板类型', required: '请输入模板类型!' },
    templateName: { type: 'text', label: '模板标题', required: '请输入模板标题!', max: 100 },
    useStatus: { type: 'switch', label: '是否应用', default: 0 },
    templateContent: {
      type: 'longText',
      label: '模板内容',
      max: 10_000,
      formattedWhen: { field: 'templateType', is: htmlTypes },
      help: '参数写作 ${姓名}',
    },
    templateTestJson: {
      type: 'json',
      shape: 'object',
      label: '测试数据',
      message: '解析Json出错！',
      help: '发送测试时的参数，如 {"姓名":"张三"}',
    },
  },
  list: {
    columns: [
      'templateCode',
      'templateName',
      { field: 'templateContent', ellipsis: 25 },
      'templateType',
      { field: 'useStatus', keep: true },
    ],
    filters: [
      { field: 'templateCode', match: 'contains' },
      { field: 'templateContent', match: 'contains' },
      { field: 'templateName', match: 'contains', more: true },
      { field: 'templateType', more: true },
    ],
    sort: { by: 'createTime', order: 'desc' },
  },
  form: {
    opensIn: 'modal',
    width: 800,
    groups: { '': ['templateCode', 'templateType', 'templateName', 'useStatus', 'templateContent', 'templateTestJson'] },
  },
  rowActions: {
    edit: { label: '编辑', does: 'edit', when: { useStatus: 0 }, otherwise: '此模板已被应用，禁止编辑!', except: ['useStatus'] },
    use: {
      label: '应用',
      does: 'set',
      values: { useStatus: 1 },
      when: { useStatus: 0 },
      otherwise: '模板已应用！',
      hides: true,
      confirm: '确定应用该模板吗?',
    },
    stop: {
      label: '停用',
      does: 'set',
      values: { useStatus: 0 },
      when: { useStatus: 1 },
      otherwise: '模板未应用！',
      hides: true,
      confirm: '确定停用该模板吗?',
    },
    sendTest: {
      label: '发送测试',
      does: 'call',
      call: 'sendMsg',
      with: { testData: 'templateTestJson' },
      ask: ['templateCode', 'templateName', 'templateContent', 'testData'],
    },
    delete: {
      label: '删除',
      does: 'delete',
      when: { useStatus: 0 },
      otherwise: '该模板已被应用禁止删除!',
      confirm: '确定删除吗?',
    },
  },
  calls: {
    sendMsg: {
      title: '发送测试',
      verbs: ['POST'],
      params: {
        templateCode: { type: 'text', label: '模板CODE', required: '请输入模板CODE!', readonly: 'given', max: 64 },
        templateName: { type: 'text', label: '模板标题', readonly: 'given' },
        templateContent: { type: 'longText', label: '模板内容', readonly: 'given' },
        testData: { type: 'longText', label: '测试数据', max: 10_000 },
        receiver: { type: 'text', label: '接收人', required: '请输入接收人!', max: 500, help: '账号、邮箱或手机号，多个用逗号隔开' },
        msgType: { type: 'dictionary', code: 'messageType', label: '消息类型', default: 'system' },
      },
      success: '发送消息任务添加成功！',
      does: 'call',
    },
  },
  import: { columns: ['templateCode', 'templateType', 'templateName', 'templateContent', 'templateTestJson'], matchOn: ['templateCode'] },
  scope: 'none',
  access: { grants: { '1': 'all' } },
  menu: { icon: 'file-text', order: 25, group: 'messages', component: 'modules/message/SysMessageTemplateList' },
})
