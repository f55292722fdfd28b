const SOON = 3

/** The colour of the days that are left: red when there are none, yellow up to three, else green. */
export const colourOfDays = (left: number): 'red' | 'gold' | 'green' => (left <= 0 ? 'red' : left <= SOON ? 'gold' : 'green')

/** `剩 3 天`, `今天`, `超 2 天`. */
export const wordsOfDays = (left: number): string => (left === 0 ? '今天' : left > 0 ? `剩 ${left} 天` : `超 ${-left} 天`)

const MOST_LETTERS = 8

/** A text of the task table: at most eight letters of it. */
export const cutTask = (text: string): string => (text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text)
