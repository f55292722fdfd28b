import { LRUCache } from 'lru-cache'
import { pinyin } from 'pinyin-pro'
import { foldCase } from '../parts/read-text.ts'

/** Numbers in words: after 第, in weekdays, before units such as 班 and 组, and at the end of a name: 实验二. */
const inWords =
  /(?<=第)[〇零一二三四五六七八九十百千]+|(?<=星期|礼拜|周)[一二三四五六日天]|[〇零一二三四五六七八九十百千]+(?=[班组号楼层室期次级场届年月]|[^\p{L}\p{Nd}]|$)/gu
const words = '零一二三四五六七八九'
const units = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
])

/** 二十三 → 23, 二〇二六 → 2026; 日 and 天 are the seventh day of a week. */
function digitsOf(text: string): string {
  const signs = [...text.replaceAll('〇', '零')]
  if (!signs.some((sign) => units.has(sign))) return signs.map((sign) => ('日天'.includes(sign) ? '7' : words.indexOf(sign))).join('')
  let sum = 0
  let digit = 0
  for (const [index, sign] of signs.entries()) {
    const unit = units.get(sign)
    if (unit === undefined) digit = words.indexOf(sign)
    else {
      sum += (digit || (index === 0 ? 1 : 0)) * unit
      digit = 0
    }
  }
  return String(sum + digit)
}

/** What is sorted otherwise than by its signs: numbers, and Chinese. */
const parts = /(\p{Nd}+)|(\p{Script=Han}+)/gu
/** Begins every key, so that keys made by earlier rules are found and made again. */
export const EDITION = '\u0002'
/** Sorts below every character of a text, so that a text comes before longer ones that begin with it. */
const END = '\u0001'
/** Sorts above letters and digits, so that Chinese comes after them. */
const HAN = '~'
/** This many characters of a text are sorted by pronunciation, the rest by the text itself, because databases cannot index longer keys. */
const READ_SIGNS = 80

/** Sorts numbers by value: first the number of digits, then the digits. */
function numberKey(digits: string): string {
  const value = digits.replace(/^0+(?=.)/, '')
  return `${String(Math.min(value.length, 99)).padStart(2, '0')}${value}`
}

/** Sorts character by character: by sound, tone and the character itself. A character without a known sound comes last. */
function makeHanKey(text: string, surname: 'head' | 'off'): string {
  const signs = [...text]
  const sounds = pinyin(text, { type: 'array', toneType: 'num', v: true, surname })
  const sound = (index: number): string => {
    const sound = sounds.length === signs.length ? sounds[index] : undefined
    return sound && /^[a-z]+\d?$/.test(sound) ? sound : HAN
  }
  return signs.map((sign, index) => `${HAN}${sound(index)}${sign}`).join('')
}

/** An SQL `like` pattern that matches the keys of all texts whose pinyin or initials are these letters; it may match others too. */
export const soundPattern = (letters: string): string => `%${HAN}${[...letters.toLowerCase()].join('%')}%`

/** Names recur: of classes, of equipment, of people; working out a key costs more than a small statement. Longer texts rarely do. */
const MOST_KEPT = 5000
const LONGEST_KEPT = 40

/** What `make` makes of a text in one of two ways, from memory where it was made lately. */
function remembered<Way extends string | boolean>(make: (text: string, way: Way) => string): (text: string, way: Way) => string {
  const kept = new LRUCache<string, string>({ max: MOST_KEPT })
  return (text, way) => {
    if (text.length > LONGEST_KEPT) return make(text, way)
    const cacheKey = `${way}:${text}`
    const cached = kept.get(cacheKey)
    if (cached !== undefined) return cached
    const key = make(text, way)
    kept.set(cacheKey, key)
    return key
  }
}

/** Words recur even where texts do not: 第 N 排, 数字示波器 N 号. */
const hanKey = remembered(makeHanKey)
const keyOf = remembered(makeKey)

/** The sort key of a text; see `makeKey`. */
export const orderKey = (text: string, personal = false): string => keyOf(text, personal)

/**
 * The sort key of a text, the same bytes on every database: lower case, numbers by value, Chinese by pinyin. The text itself stands at the
 * end, so that two texts never share a key. A `personal` text begins with a surname, which may be pronounced differently, and has no
 * numbers in words.
 */
function makeKey(text: string, personal: boolean): string {
  const plain = foldCase(text)
  const worded = personal ? plain : plain.replace(inWords, (number) => digitsOf(number) + number)
  const folded = worded.length <= READ_SIGNS ? worded : Array.from(worded).slice(0, READ_SIGNS).join('')
  const keys = folded.replace(parts, (_, digits: string | undefined, han: string | undefined, at: number) =>
    han === undefined ? numberKey(digits ?? '') : hanKey(han, personal && at === 0 ? 'head' : 'off'),
  )
  return EDITION + keys + END + text
}
