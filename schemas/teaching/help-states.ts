/** What has become of a request for help (`status`). */
export const WAITING = 3 as const
export const SOLVED = 4 as const
export const CANCELLED = 5 as const
export const helpStates = { [WAITING]: '等待中', [SOLVED]: '已解决', [CANCELLED]: '已取消' } as const
