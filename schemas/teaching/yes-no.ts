/** Values of fields that the specification answers with 是 or 否. */
export const YES = '是'
export const NO = '否'
export const yesNo = { [YES]: YES, [NO]: NO } as const
