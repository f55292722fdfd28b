/** Digits of a decimal in all: every number of JSON carries so many without loss. */
export const DIGITS = 15
