import type { Answers } from './rank.ts'

/** What the package gives; its declarations count one default export too few. */
interface Matcher {
  readonly default: { match(text: string, query: string): readonly [number, number] | false }
}

/** Characters, full pinyin or initials, with characters of several readings; loaded when the bank is first opened. */
export async function loadPinyin(): Promise<Answers> {
  const { default: pinyin } = (await import('pinyin-match')) as unknown as Matcher
  return (text, query) => pinyin.match(text, query) !== false
}
