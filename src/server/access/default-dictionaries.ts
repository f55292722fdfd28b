import type { names } from '../../../schemas/names.ts'

/** The name of a dictionary and its items in order; a list, because JavaScript sorts object keys that look like numbers. */
type NamedItems = readonly [name: string, ...items: (readonly [value: string, text: string])[]]

const numbered = (texts: readonly string[]): [string, string][] => texts.map((shown, index) => [String(index + 1), shown])

/** By their codes: those that the schemas name, and others of the specification. */
const dictionaries = {
  student_type: ['学生类型', ...numbered(['本科生', '专科生', '研究生'])],
  inspect_type: ['考察类型', ...numbered(['实验操作', '实验报告', '课堂提问'])],
  sex: ['性别', ['1', '男'], ['2', '女']],
  user_status: ['用户状态', ['1', '正常'], ['2', '冻结']],
  org_category: ['机构类型', ['1', '公司'], ['2', '部门'], ['3', '岗位']],
  dict_item_status: ['字典状态', ['1', '启用'], ['0', '不启用']],
  depart_status: ['部门状态', ['0', '不启用'], ['1', '启用']],
  menu_type: ['菜单类型', ['0', '一级菜单'], ['1', '子菜单'], ['2', '按钮权限']],
  global_perms_type: ['全局权限策略', ['1', '可见/可访问(授权后可见/可访问)'], ['2', '可编辑(未授权时禁用)']],
  operate_type: ['操作类型', ...numbered(['查询', '添加', '修改', '删除', '导入', '导出'])],
  yn: ['1是0否', ['1', '是'], ['0', '否']],
  valid_status: ['有效无效状态', ['0', '无效'], ['1', '有效']],
  del_flag: ['删除状态', ['1', '已删除'], ['0', '正常']],
  rule_conditions: [
    '条件规则',
    ['>', '大于'],
    ['<', '小于'],
    ['!=', '不等于'],
    ['=', '等于'],
    ['>=', '大于等于'],
    ['<=', '小于等于'],
    ['LEFT_LIKE', '左模糊'],
    ['RIGHT_LIKE', '右模糊'],
    ['LIKE', '模糊'],
    ['IN', '包含'],
    ['USE_SQL_RULES', '自定义SQL表达式'],
  ],
  msg_category: ['通告类型', ['1', '通知公告'], ['2', '系统消息']],
  msg_type: ['推送类别', ['USER', '指定用户'], ['ALL', '全体用户']],
  send_status: ['发布状态', ['0', '未发布'], ['1', '已发布'], ['2', '已撤销']],
  msgType: ['发送消息类型', ...numbered(['短信', '邮件', '微信', '系统'])],
  msgSendStatus: ['消息发送状态', ['0', '未发送'], ['1', '发送成功'], ['2', '发送失败']],
  messageType: ['消息类型', ['system', '系统消息'], ['email', '邮件消息'], ['sms', '短信消息']],
  priority: ['优先级', ['L', '低'], ['M', '中'], ['H', '高']],
  database_type: [
    '数据库类型',
    ...numbered([
      'MySQL5.5',
      'Oracle',
      'SQLServer',
      'MySQL5.7+',
      'MariaDB',
      'PostgreSQL',
      '达梦',
      '人大金仓',
      '神通',
      'SQLite',
      'DB2',
      'Hsqldb',
      'Derby',
      'H2',
      '其他',
    ]),
  ],
  quartz_status: ['定时任务状态', ['0', '正常'], ['-1', '停止']],
  position_rank: ['职务职级', ...numbered(['员级', '助级', '中级', '副高级', '正高级'])],
} satisfies Record<(typeof names)['dictionary'][number], NamedItems> & Readonly<Record<string, NamedItems>>

interface DefaultDictionary {
  readonly code: string
  readonly name: string
  readonly items: readonly (readonly [value: string, text: string])[]
}

/** The dictionaries that are added at start where they are missing. */
export const defaultDictionaries: readonly DefaultDictionary[] = Object.entries<NamedItems>(dictionaries).map(
  ([code, [name, ...items]]) => ({
    code,
    name,
    items,
  }),
)
