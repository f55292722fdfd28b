import type { SharedField } from '../contract.ts'
import { checkText, readLines } from '../parts/read-text.ts'

/** The words of cleaned HTML, without its marks. */
export const wordsOfHtml = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()

export const richText: SharedField<'richText'> = {
  title: '富文本',
  matches: ['contains'],
  read: readLines,
  check: checkText,
  toText: wordsOfHtml,
}
