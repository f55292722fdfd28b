import { defineEntity } from '../../engine/schema/index.ts'

const predicates = {
  Path: 'Path',
  Host: 'Host',
  Cookie: 'Cookie',
  Header: 'Header',
  Method: 'Method',
  Query: 'Query',
  After: 'After',
  Before: 'Before',
  Between: 'Between',
  RemoteAddr: 'RemoteAddr',
} as const
const filters = { Hystrix: '熔断器', RequestRateLimiter: '限流过滤器' } as const

/** Requests under `/gateway` are forwarded by these (`src/server/gateway/`). */
export const gatewayRoute = defineEntity({
  name: 'gatewayRoute',
  title: '网关路由',
  domain: 'platform',
  table: 'sys_gateway_route',
  endpoints: { base: '/sys/gatewayRoute', disable: ['deleteBatch', 'importExcel', 'exportXls'] },
  label: 'name',
  fields: {
    routerId: { type: 'text', label: '路由ID', required: '请输入路由ID!', unique: '路由ID已存在!', max: 64 },
    name: { type: 'text', label: '路由名称', required: '请输入路由名称!', max: 64 },
    uri: { type: 'text', label: '路由URI', required: '请输入路由URI!', max: 255, help: '如 http://10.0.0.5:8080' },
    status: { type: 'switch', label: '路由状态', default: 1, on: '正常', off: '禁用' },
    predicates: {
      type: 'rows',
      label: '路由条件',
      required: '请添加路由条件!',
      adds: Object.fromEntries(Object.keys(predicates).map((name) => [name, { name, args: [] }])),
      columns: {
        name: { type: 'select', label: '条件', required: '请选择条件!', options: predicates },
        args: { type: 'list', label: '参数', required: '请输入参数!' },
      },
      max: { is: 50, message: '路由条件最多50行!' },
    },
    filters: {
      type: 'rows',
      label: '过滤器',
      adds: {
        熔断器: {
          name: 'Hystrix',
          title: '熔断器',
          args: [
            { key: 'name', value: 'default' },
            { key: 'fallbackUri', value: 'forward:/fallback' },
          ],
        },
        限流过滤器: {
          name: 'RequestRateLimiter',
          title: '限流过滤器',
          args: [
            { key: 'key-resolver', value: '#{@ipKeyResolver}' },
            { key: 'redis-rate-limiter.replenishRate', value: 20 },
            { key: 'redis-rate-limiter.burstCapacity', value: 20 },
          ],
        },
      },
      columns: {
        name: { type: 'select', label: '过滤器', required: '请选择过滤器!', options: filters },
        title: { type: 'text', label: '名称', max: 64 },
        args: { type: 'list', keyed: true, label: '参数' },
      },
      max: { is: 10, message: '过滤器最多10行!' },
    },
  },
  list: {
    columns: ['routerId', 'name', 'uri', 'status'],
    filters: [{ field: 'routerId', match: 'contains' }, { field: 'name', match: 'contains' }, 'status'],
    sort: { by: 'createTime', order: 'asc' },
    faded: { status: 0 },
  },
  form: {
    opensIn: 'drawer',
    width: 800,
    groups: { 路由: ['routerId', 'name', 'uri', 'status'], 路由条件: ['predicates'], 过滤器: ['filters'] },
  },
  tools: { clearRedis: { label: '清空缓存', does: 'call', call: 'clearRedis' } },
  calls: {
    updateAll: {
      title: '保存路由',
      verbs: ['POST', 'PUT'],
      params: { router: { type: 'json', shape: 'object', label: '路由', required: '请填写路由!' } },
      does: 'call',
    },
    clearRedis: { title: '清空缓存', verbs: ['GET', 'POST'], success: '清除成功！', does: 'call' },
  },
  scope: 'none',
  access: { grants: { '1': 'all' } },
  menu: { icon: 'api', order: 56, component: 'system/SysGatewayRouteList' },
  messages: { delete: '删除路由成功' },
})
