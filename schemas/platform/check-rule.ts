import { defineEntity } from '../../engine/schema/index.ts'

const pattern = {
  type: 'text',
  label: '正则表达式',
  required: '请输入正确的正则表达式',
  expression: '请输入正确的正则表达式',
  max: 300,
} as const
const message = { type: 'text', label: '提示文本', required: '请输入提示文本', max: 100 } as const

/**
 * Rules that values are checked against: pieces of so many characters one after another (`localRules`), and the whole value before or after
 * them (`globalRules`). Both make `ruleJson`, the one list in the order in which it runs, which the wire has alone.
 */
export const checkRule = defineEntity({
  name: 'checkRule',
  title: '编码校验规则',
  domain: 'platform',
  table: 'sys_check_rule',
  endpoints: { base: '/sys/checkRule' },
  label: 'ruleName',
  fields: {
    ruleName: { type: 'text', label: '规则名称', required: '规则名称不能为空', max: 100 },
    ruleCode: { type: 'text', label: '规则Code', required: '规则Code不能为空', unique: '规则Code已存在!', max: 64 },
    ruleDescription: { type: 'longText', label: '规则描述', max: 500 },
    localRules: {
      type: 'rows',
      label: '局部规则',
      columns: {
        digits: {
          type: 'text',
          label: '位数',
          required: '请输入大于零的正整数',
          pattern: { is: 'positive', message: '请输入大于零的正整数' },
          max: 4,
        },
        pattern,
        message,
      },
      max: { is: 50, message: '局部规则最多50条' },
    },
    globalRules: {
      type: 'rows',
      label: '全局规则',
      columns: {
        priority: { type: 'select', label: '优先级', required: '请选择优先级', default: 1, options: { '1': '优先运行', '0': '最后运行' } },
        pattern,
        message,
      },
      max: { is: 50, message: '全局规则最多50条' },
    },
    ruleJson: { type: 'json', shape: 'array', label: '规则JSON', message: '请输入JSON数组' },
  },
  list: {
    title: '系统校验规则',
    columns: ['ruleName', 'ruleCode', { field: 'ruleDescription', ellipsis: 48 }],
    filters: [
      { field: 'ruleName', match: 'contains' },
      { field: 'ruleCode', match: 'contains' },
    ],
    sort: { by: 'createTime', order: 'desc' },
  },
  form: {
    opensIn: 'modal',
    width: 1000,
    groups: { '': ['ruleName', 'ruleCode', 'ruleDescription'], 局部规则: ['localRules'], 全局规则: ['globalRules'] },
    tabs: { 局部规则: ['局部规则'], 全局规则: ['全局规则'] },
  },
  rowActions: { test: { label: '功能测试', does: 'call', call: 'checkByCode', with: { ruleCode: 'ruleCode' }, answer: {} } },
  calls: {
    checkByCode: {
      title: '校验规则测试',
      verbs: ['GET'],
      params: {
        ruleCode: { type: 'text', label: '规则Code', required: '规则Code不能为空', max: 64 },
        value: { type: 'text', label: '测试值', max: 500 },
      },
      permission: 'view',
      success: '校验通过',
      does: 'call',
    },
  },
  import: { columns: ['ruleName', 'ruleCode', 'ruleDescription', 'localRules', 'globalRules'], matchOn: ['ruleCode'] },
  scope: 'none',
  access: { grants: { '1': 'all' } },
  menu: { icon: 'check-square', order: 31, component: 'system/SysCheckRuleList' },
})
