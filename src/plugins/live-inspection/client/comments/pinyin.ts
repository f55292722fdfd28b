import type { Answers } from './rank.ts'

/** What the package exports; its declarations miss one level of default export. */
interface Matcher {
  readonly default: { match(text: string, query: string): readonly [number, number] | false }
}

/** Matches characters, full pinyin or initials, also for characters with several readings; loaded when the bank is first opened. */
export async function loadPinyin(): Promise<Answers> {
  const { default: pinyin } = (await import('pinyin-match')) as unknown as Matcher
  return (text, query) => pinyin.match(text, query) !== false
}
