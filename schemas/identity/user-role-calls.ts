import type { CallSpec, Fields } from '../../engine/schema/index.ts'
import { chosenRole, chosenUser } from './chosen-params.ts'

const users = {
  type: 'multiReference',
  to: 'user',
  show: 'realname',
  label: '用户',
  required: '请选择一条记录！',
} as const satisfies Fields[string]
const relation = { relation: 'selectedroles', other: 'roleId' } as const

/** Giving a role to accounts that exist, and taking it away again. */
export const userRoleCalls = {
  addSysUserRole: {
    title: '添加角色用户',
    verbs: ['POST'],
    params: { roleId: chosenRole, userIdList: users },
    success: '添加成功!',
    does: 'link',
    ...relation,
  },
  deleteUserRole: {
    title: '取消用户与角色的关联',
    verbs: ['DELETE'],
    params: { roleId: chosenRole, userId: chosenUser },
    success: '删除成功!',
    does: 'unlink',
    ...relation,
  },
  deleteUserRoleBatch: {
    title: '批量取消用户与角色的关联',
    verbs: ['DELETE'],
    params: { roleId: chosenRole, userIds: users },
    success: '删除成功!',
    does: 'unlink',
    ...relation,
  },
} as const satisfies Readonly<Record<string, CallSpec>>
