import pinyinMatch from 'pinyin-match'

/** What the package gives; its declarations count one default export too few. */
interface Matcher {
  match(text: string, query: string): readonly [number, number] | false
}
const matcher = pinyinMatch as unknown as Matcher

const alphabet = Array.from('abcdefghijklmnopqrstuvwxyz')
/** How many letters a syllable may have. */
const syllables = [1, 2, 3, 4, 5, 6] as const
const initials = new Map<string, string>()

/** The letters that readings of a character begin with; asked for once. */
function initialsOf(character: string): string {
  if (character === '') return ''
  const known = initials.get(character)
  if (known !== undefined) return known
  const made = alphabet.filter((letter) => matcher.match(character, letter) !== false).join('')
  initials.set(character, made)
  return made
}

/** Could the letters be syllables, whole or begun, of the characters from here on? */
function mayBegin(characters: readonly string[], from: number, letters: string): boolean {
  let reached = new Set([0])
  for (let at = from; reached.size > 0; at++) {
    const begins = initialsOf(characters[at] ?? '')
    const here = [...reached].filter((done) => begins.includes(letters[done] ?? ' '))
    const next = new Set(here.flatMap((done) => syllables.map((length) => done + length)))
    if ([...next].some((done) => done >= letters.length)) return true
    reached = next
  }
  return false
}

/** Whether letters are worth a search by pinyin. */
export const arePinyin = (query: string): boolean => /^[a-z]{2,20}$/i.test(query)

/** Full pinyin or initials of part of the text, characters of several readings included. The quick look comes first. */
export function matchesPinyin(text: string, query: string): boolean {
  const characters = [...text]
  const letters = query.toLowerCase()
  if (!characters.some((_, at) => mayBegin(characters, at, letters))) return false
  return matcher.match(text, letters) !== false
}
