export type PinyinMatches = (text: string, query: string) => boolean

/** What the package exports; its type declarations lack one level of default export. */
interface Matcher {
  readonly default: { match(text: string, query: string): readonly [number, number] | false }
}

/** Compares characters with full pinyin or initials, also those with several readings; loaded when somebody first needs it. */
export async function loadPinyin(): Promise<PinyinMatches> {
  const { default: pinyin } = (await import('pinyin-match')) as unknown as Matcher
  return (text, query) => pinyin.match(text, query) !== false
}
