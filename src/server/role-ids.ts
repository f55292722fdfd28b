/** The four built-in roles; their ids are part of the API (`1000000000000000003` is the assistant's form). */
export const roleIds = {
  administrator: '1000000000000000001',
  teacher: '1000000000000000002',
  assistant: '1000000000000000003',
  student: '1000000000000000004',
} as const

export const builtInRoleIds: ReadonlySet<string> = new Set(Object.values(roleIds))

/** The account that can be neither frozen nor deleted. */
export const firstAdministrator = 'admin'

export const adminRefusal = '管理员账号不允许此操作！'
