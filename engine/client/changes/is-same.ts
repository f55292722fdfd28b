import { isEmpty } from '../../fields/is-empty.ts'

/** Null, absent and the empty text count as the same value. */
export const isSame = (a: unknown, b: unknown): boolean => (isEmpty(a) && isEmpty(b)) || String(a) === String(b)
