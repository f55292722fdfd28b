import { defineEntity } from '../../engine/schema/index.ts'

/** Rules that make codes and numbers; `ruleClass` names one of the registry (`src/server/platform/fill-classes.ts`). */
export const fillRule = defineEntity({
  name: 'fillRule',
  title: '编码规则',
  domain: 'platform',
  table: 'sys_fill_rule',
  endpoints: { base: '/sys/fillRule' },
  label: 'ruleName',
  fields: {
    ruleName: { type: 'text', label: '规则名称', required: '规则名称不能为空', max: 100 },
    ruleCode: {
      type: 'text',
      label: '规则Code',
      required: '规则Code不能为空',
      unique: '规则Code已存在!',
      readonly: 'edit',
      max: 64,
    },
    ruleClass: {
      type: 'select',
      label: '规则实现类',
      required: '规则实现类不能为空',
      options: { SequenceRule: '流水号', DailySequenceRule: '每日流水号', RandomRule: '随机码', OrderNumberRule: '订单流水号' },
    },
    ruleParams: {
      type: 'json',
      shape: 'object',
      label: '规则参数',
      message: '请输入JSON字符串',
      otherwise: '只能传递JSON对象，不能传递JSON数组',
      help: '如 {"prefix":"CN","digits":4}：前缀和位数',
    },
  },
  list: {
    title: '系统编码规则',
    columns: ['ruleName', 'ruleCode', { field: 'ruleClass', ellipsis: 30 }, { field: 'ruleParams', ellipsis: 30 }],
    filters: [
      { field: 'ruleName', match: 'contains' },
      { field: 'ruleCode', match: 'contains' },
    ],
    sort: { by: 'createTime', order: 'desc' },
  },
  form: { opensIn: 'modal', width: 800, groups: { '': ['ruleName', 'ruleCode', 'ruleClass', 'ruleParams'] } },
  rowActions: {
    test: { label: '功能测试', does: 'call', call: 'testFillRule', with: { ruleCode: 'ruleCode' }, answer: { waiting: '生成中...' } },
  },
  calls: {
    testFillRule: {
      title: '功能测试',
      verbs: ['GET'],
      params: { ruleCode: { type: 'text', label: '规则Code', required: '规则Code不能为空', max: 64 } },
      does: 'call',
    },
    executeRuleByCode: {
      title: '生成编码',
      verbs: ['PUT'],
      path: 'executeRuleByCode/{ruleCode}',
      params: {
        ruleCode: { type: 'text', label: '规则Code', required: '规则Code不能为空', max: 64 },
        prefix: { type: 'text', label: '前缀', max: 32 },
        name: { type: 'text', label: '名称', max: 100 },
      },
      does: 'call',
    },
    executeRuleByCodeBatch: {
      title: '批量生成编码',
      verbs: ['PUT'],
      params: {
        commonFormData: { type: 'json', shape: 'object', label: '公共参数', message: '请输入JSON字符串' },
        rules: { type: 'json', shape: 'array', label: '规则', required: '请选择规则', message: '请输入JSON数组' },
      },
      permission: 'executeRuleByCode',
      does: 'call',
    },
  },
  import: { columns: ['ruleName', 'ruleCode', 'ruleClass', 'ruleParams'], matchOn: ['ruleCode'] },
  scope: 'none',
  access: { grants: { '1': 'all' } },
  menu: { icon: 'tool', order: 30, component: 'system/SysFillRuleList' },
})
