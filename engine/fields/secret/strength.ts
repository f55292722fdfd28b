/** How strong a password is, from 0 to 3: one level each for digits, letters and special characters. */
export const strengthOf = (password: string): number => [/\d/, /[A-Za-z]/, /[^A-Za-z0-9\s]/].filter((kind) => kind.test(password)).length

/** The name of each level. */
export const strengthNames = ['低', '低', '中', '强'] as const

/** How much of the bar each level fills, in per cent. */
export const strengthShare = (level: number): number => (level === 0 ? 10 : level >= 3 ? 100 : level * 30)
