/** What a code is good for, as the API numbers it; `change` is for another phone of an account, and only its signed-in user asks for one. */
export const smsPurposes = { login: '0', registration: '1', recovery: '2', change: '3' } as const
export type SmsPurpose = (typeof smsPurposes)[keyof typeof smsPurposes]
