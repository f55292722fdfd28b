import type { DemoWriter } from './demo-writer.ts'

const announcements = [
  {
    titile: '期末实验安排',
    msgAbstract: '第十六周起实验室延长开放时间',
    msgContent: '<h2>开放时间</h2><p>第十六周起，<strong>周一至周五 8:00–21:00</strong>，周末照常。</p>',
    sendStatus: 1,
    sendTime: '2026-09-01 08:00:00',
    sender: 'admin',
  },
  { titile: '实验报告格式调整', msgAbstract: '请使用新的封面', msgContent: '<p>新的封面从下学期起使用。</p>', sendStatus: 0 },
  {
    titile: '停电通知',
    msgAbstract: '本周六全天停电',
    msgContent: '<p>因线路检修，本周六全天停电。</p>',
    priority: 'M',
    sendStatus: 2,
    sendTime: '2026-09-02 09:00:00',
    cancelTime: '2026-09-02 10:00:00',
    sender: 'admin',
  },
] as const

const templates = [
  {
    templateCode: 'session_reminder',
    templateName: '上课提醒',
    templateType: '4',
    templateContent: '<p>${姓名}，您好：</p><p>您的实验课<strong>${课程}</strong>将于 ${时间} 开始。</p>',
    templateTestJson: '{"姓名":"张三","课程":"大学物理实验","时间":"14:00"}',
    useStatus: 1,
  },
  {
    templateCode: 'score_published',
    templateName: '成绩公布',
    templateType: '1',
    templateContent: '${姓名}，您的${课程}成绩已公布。',
    templateTestJson: '{"姓名":"张三","课程":"大学物理实验"}',
    useStatus: 0,
  },
] as const
const localRules = JSON.stringify([{ digits: '1', pattern: '[a-zA-Z]', message: '第一位只能是字母' }])
const globalRules = JSON.stringify([
  { priority: 1, pattern: '[0-9a-zA-Z_]*', message: '只能填写数字、大小写字母、下划线' },
  { priority: 0, pattern: '.{3,}', message: '最少输入3位' },
  { priority: 0, pattern: '.{3,12}', message: '最多输入12位' },
])

/** Switched off: nothing answers there. */
const route = {
  routerId: 'device-data',
  name: '设备数据接口',
  uri: 'http://devices.example.com:8080',
  status: 0,
  predicates: JSON.stringify([{ name: 'Path', args: ['/devices/**'] }]),
  filters: JSON.stringify([
    {
      name: 'Hystrix',
      title: '熔断器',
      args: [
        { key: 'name', value: 'default' },
        { key: 'fallbackUri', value: 'forward:/fallback' },
      ],
    },
  ]),
} as const

/** Nothing answers there. */
const source = {
  code: 'device_db',
  name: '设备管理库',
  dbType: '6',
  dbDriver: 'org.postgresql.Driver',
  dbUrl: 'jdbc:postgresql://devices.example.com:5432/devices',
  dbUsername: 'reader',
} as const

/** One announcement in each state, a job that rests, rules that number requests and orders, one that codes are checked against, a template in use beside one that is not, a message that waits for its time, a route that is off, and a data source. */
export async function seedPlatform(writer: DemoWriter): Promise<void> {
  await writer.add(
    'announcement',
    announcements.map((one) => ({ msgCategory: '1', msgType: 'ALL' as const, endTime: '2027-12-31 00:00:00', ...one })),
  )
  await writer.add('scheduledJob', [{ jobClassName: 'SampleJob', parameter: 'scott', description: '带参数的示例', status: -1 }])
  await writer.add('messageTemplate', [...templates])
  await writer.add('message', [
    {
      esTitle: '新学期实验安排',
      esType: '2',
      esReceiver: 'teacher1',
      esContent: '<p>请在开学前核对各班的实验安排。</p>',
      esSendTime: '2030-02-20 08:00:00',
    },
  ])
  await writer.add('fillRule', [
    { ruleName: '申请单号', ruleCode: 'request_number', ruleClass: 'DailySequenceRule', ruleParams: '{"prefix":"CN","digits":4}' },
    { ruleName: '订单流水号', ruleCode: 'shop_order_num', ruleClass: 'OrderNumberRule', ruleParams: '{}' },
  ])
  await writer.add('gatewayRoute', [route])
  await writer.add('dataSource', [source])
  await writer.add('checkRule', [
    { ruleName: '通用编码规则', ruleCode: 'common', ruleDescription: '以字母开头，3到12位数字、字母、下划线', localRules, globalRules },
  ])
}
