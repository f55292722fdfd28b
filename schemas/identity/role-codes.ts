/** Codes of the four built-in roles, as accounts, grants and scopes name them. */
export const roleCodes = { administrator: '1', teacher: '2', assistant: '3', student: '4' } as const
