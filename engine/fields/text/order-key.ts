import { pinyin } from 'pinyin-pro'
import { foldCase } from '../read-text.ts'

const parts = /\p{Nd}+|\p{Script=Han}+|[^\p{Nd}\p{Script=Han}]+/gu
/** Below every sign that a text may have, so that a text comes before those that go on after it. */
const END = '\u0001'
/** Above letters and digits: Chinese comes after them. */
const HAN = '~'

/** Numbers by value: first how many digits, then the digits. */
function numberKey(digits: string): string {
  const value = digits.replace(/^0+(?=.)/, '')
  return `${String(Math.min(value.length, 99)).padStart(2, '0')}${value}`
}

/** Sound by sound, each with its tone and its sign; a sign without a known sound comes last. */
function hanKey(text: string, surname: 'head' | 'off'): string {
  const signs = [...text]
  const sounds = pinyin(text, { type: 'array', toneType: 'num', v: true, surname })
  const sound = (at: number): string => {
    const known = sounds.length === signs.length ? sounds[at] : undefined
    return known && /^[a-z]+\d?$/.test(known) ? known : HAN
  }
  return signs.map((sign, at) => `${HAN}${sound(at)}${sign}`).join('')
}

/** What the keys of all texts are like whose signs sound of these letters, whole or begun; others may be like it too. */
export const soundPattern = (letters: string): string => `%${HAN}${[...letters.toLowerCase()].join('%')}%`

/**
 * What a text is sorted by, the same bytes on every database: small letters, numbers by value, Chinese by pinyin. The text
 * itself stands at the end, so that two texts never share a key. `personal`: it begins with a surname, which may sound otherwise.
 */
export function orderKey(text: string, personal = false): string {
  const folded = foldCase(text)
  const keys = Array.from(folded.matchAll(parts), ([part], at) => {
    if (/^\p{Nd}/u.test(part)) return numberKey(part)
    return /^\p{Script=Han}/u.test(part) ? hanKey(part, personal && at === 0 ? 'head' : 'off') : part
  })
  return keys.join('') + END + text
}
