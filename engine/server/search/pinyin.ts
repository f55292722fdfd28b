import { match } from 'pinyin-pro'

/** Whether these letters are worth a pinyin search. */
export const arePinyin = (query: string): boolean => /^[a-z]{2,20}$/i.test(query)

/**
 * Each character matches by its whole syllable or its first letter, the last one by any prefix; characters with several readings match
 * by each of them.
 */
export const matchesPinyin = (text: string, query: string): boolean =>
  match(text, query, { continuous: true, precision: 'first', lastPrecision: 'start', insensitive: true, v: true }) !== null
