/** How far a result has come (`submitStatus`). */
export const NOT_SUBMITTED = 0 as const
export const SUBMITTED = 1 as const
export const SCORED = 2 as const
export const submissionStates = { [NOT_SUBMITTED]: '未提交', [SUBMITTED]: '已提交', [SCORED]: '已评分' } as const

/** The student was not there (`attendance`). */
export const ABSENT = 1 as const
/** Scored at the bench, without photos. */
export const SHOWN = 2 as const
/** Was absent, and submitted or was scored later. */
export const MADE_UP = 3 as const
export const attendances = { [ABSENT]: '缺席', [SHOWN]: '现场评分', [MADE_UP]: '补做' } as const
