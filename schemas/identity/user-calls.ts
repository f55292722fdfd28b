import type { CallSpec } from '../../engine/schema/index.ts'
import { pagingParams } from '../paging-params.ts'

const realname = { type: 'text', label: '姓名' } as const
const username = { type: 'text', label: '用户账号' } as const

/** Look-ups of accounts for pickers, and the calls by which another system asks for them. */
export const userCalls = {
  queryUserComponentData: {
    title: '可选择的用户',
    verbs: ['GET'],
    params: { departId: { type: 'text', label: '部门' }, username, realname, ...pagingParams },
    permission: 'view',
    does: 'call',
  },
  queryUserByDepId: {
    title: '部门及下级部门的用户',
    verbs: ['GET'],
    params: { id: { type: 'text', label: '部门' }, realname },
    permission: 'view',
    does: 'call',
  },
  getMultiUser: {
    title: '正常状态的用户',
    verbs: ['GET'],
    params: {
      id: { type: 'text', label: '用户' },
      username,
      realname,
      workNo: { type: 'text', label: '工号' },
      status: { type: 'select', label: '状态', default: 1, options: { '1': '正常', '2': '冻结' } },
    },
    permission: 'view',
    does: 'lookup',
    returns: ['id', 'username', 'realname', 'sex', 'workNo', 'email', 'phone', 'status'],
  },
  resetTwoStep: {
    title: '重置两步验证',
    verbs: ['POST'],
    params: { userId: { type: 'text', label: '用户', required: '请选择一条记录！' } },
    success: '两步验证已重置，该用户的登录已全部退出',
    does: 'call',
  },
  doSyncUser: {
    title: '同步用户',
    verbs: ['POST'],
    path: '/act/process/extActProcess/doSyncUser',
    does: 'call',
  },
  doSyncUserByUserName: {
    title: '同步一个用户',
    verbs: ['POST'],
    path: '/act/process/extActProcess/doSyncUserByUserName',
    params: { userName: username },
    permission: 'doSyncUser',
    does: 'call',
  },
} as const satisfies Readonly<Record<string, CallSpec>>
