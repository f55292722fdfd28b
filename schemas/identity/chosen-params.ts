import type { Fields } from '../../engine/schema/index.ts'

/** Params of calls about one department, one role or one person. */
export const chosenDepartment = { type: 'text', label: '部门', required: '请选择一个部门!' } as const satisfies Fields[string]
export const chosenRole = { type: 'text', label: '角色', required: '请选择一个角色!' } as const satisfies Fields[string]
export const chosenUser = { type: 'text', label: '用户', required: '请选择一条记录！' } as const satisfies Fields[string]
