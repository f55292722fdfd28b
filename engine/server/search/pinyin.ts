import { match } from 'pinyin-pro'

/** Whether letters are worth a search by pinyin. */
export const arePinyin = (query: string): boolean => /^[a-z]{2,20}$/i.test(query)

/** Each sign whole or by its first letter, the last one as far as it is typed; signs of several readings by each of them. */
export const matchesPinyin = (text: string, query: string): boolean =>
  match(text, query, { continuous: true, precision: 'first', lastPrecision: 'start', insensitive: true, v: true }) !== null
