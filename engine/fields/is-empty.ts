/** Null, absent and the empty text all say that a cell holds nothing. */
export const isEmpty = (value: unknown): value is null | undefined | '' => value === null || value === undefined || value === ''
