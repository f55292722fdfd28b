import { defineEntity } from '../../engine/schema/index.ts'

/** A login in use. `token` names it in this list and opens nothing: the real token is stored nowhere. */
export const onlineUser = defineEntity({
  name: 'onlineUser',
  title: '在线用户',
  domain: 'identity',
  table: 'sys_session',
  source: 'application',
  id: 'token',
  endpoints: { base: '/sys/online', disable: ['add', 'edit', 'delete', 'deleteBatch', 'importExcel', 'exportXls'] },
  label: 'userId',
  fields: {
    userId: { type: 'reference', to: 'user', show: 'realname', label: '用户', readonly: true },
    username: { type: 'via', by: 'userId', field: 'username', label: '用户账号' },
    realname: { type: 'via', by: 'userId', field: 'realname', label: '用户姓名' },
    avatar: { type: 'via', by: 'userId', field: 'avatar', label: '头像' },
    birthday: { type: 'via', by: 'userId', field: 'birthday', label: '生日' },
    sex: { type: 'via', by: 'userId', field: 'sex', label: '性别' },
    phone: { type: 'via', by: 'userId', field: 'phone', label: '手机号码' },
    ip: { type: 'text', label: '登录地址', readonly: true },
  },
  list: {
    title: '在线用户',
    columns: ['username', 'realname', { field: 'avatar', width: 80 }, 'birthday', 'sex', 'phone', 'ip'],
    filters: [{ field: 'username', match: 'contains' }],
    sort: { by: 'userId', order: 'asc' },
  },
  rowActions: { forceLogout: { label: '强退', does: 'call', call: 'forceLogout', confirm: '强制退出用户？' } },
  calls: {
    forceLogout: {
      title: '强制退出',
      verbs: ['POST'],
      params: { token: { type: 'text', label: '登录', required: '退出登录失败！' } },
      does: 'call',
    },
  },
  scope: { live: 'token' },
  access: { grants: { '1': 'all' } },
  menu: { icon: 'desktop', order: 70, component: 'system/SysOnlineList' },
})
