import type { CallSpec } from '../../engine/schema/index.ts'

/** What is asked about: a permission, a call, or everything that can be done to rows of an entity, or to one of them. */
const asked = {
  permission: { type: 'text', label: '权限编码', max: 200 },
  method: { type: 'text', label: '请求方式', max: 10 },
  path: { type: 'text', label: '请求地址', max: 500 },
  entity: { type: 'text', label: '数据类型', max: 100 },
  rowId: { type: 'text', label: '记录', max: 100 },
} as const

/** Whom it is asked about: an account, with one of its roles, or a role. */
const whom = {
  userId: { type: 'reference', to: 'user', show: 'realname', label: '用户' },
  roleCode: { type: 'text', label: '角色编码', max: 100 },
} as const

/** How many rows an account, or a role, sees of each entity. */
const whichRows = { title: '能看到哪些记录', verbs: ['GET'], permission: 'identity:viewing:explain', does: 'call' } as const
const { userId, roleCode } = whom
export const rowsOfUser = {
  permissionsOf: { ...whichRows, params: { userId: { ...userId, required: '请选择用户!' }, roleCode } },
} as const satisfies Readonly<Record<string, CallSpec>>
export const rowsOfRole = {
  permissionsOf: { ...whichRows, params: { roleCode: { ...roleCode, required: '请选择一个角色!' } } },
} as const satisfies Readonly<Record<string, CallSpec>>

/** Why somebody may or may not do something, who may do what to a row, and looking at the pages in another name. */
export const explainCalls = {
  explain: {
    title: '权限说明',
    verbs: ['GET'],
    path: '/sys/permission/explain',
    params: { ...whom, ...asked },
    does: 'call',
  },
  why: {
    title: '为什么不能操作',
    verbs: ['GET'],
    path: '/sys/permission/why',
    params: asked,
    permission: 'login',
    does: 'call',
  },
  whoMay: {
    title: '谁可以对这条记录做什么',
    verbs: ['GET'],
    path: '/sys/permission/whoMay',
    params: {
      entity: { type: 'text', label: '数据类型', required: '请选择数据类型!', max: 100 },
      rowId: { type: 'text', label: '记录', required: '请选择一条记录！', max: 100 },
      roleCode: { type: 'text', label: '角色编码', max: 100 },
      pageNo: { type: 'number', label: '页码' },
      pageSize: { type: 'number', label: '每页条数' },
    },
    permission: 'explain',
    does: 'call',
  },
  explainable: {
    title: '可查询的数据类型',
    verbs: ['GET'],
    path: '/sys/permission/explainable',
    permission: 'explain',
    does: 'call',
  },
  viewAs: {
    title: '以他人身份查看',
    verbs: ['POST'],
    path: '/sys/viewAs/start',
    params: whom,
    success: '已进入只读查看',
    does: 'call',
  },
} as const satisfies Readonly<Record<string, CallSpec>>
