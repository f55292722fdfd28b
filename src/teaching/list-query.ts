import type { WireRow } from '../../engine/schema/index.ts'
import { text } from '../cells.ts'

/** The page that a call asks for, as the query of a list. */
export const pagingOf = (params: WireRow) =>
  Object.fromEntries(['pageNo', 'pageSize', 'column', 'order'].map((key) => [key, text(params[key]) || undefined]))

/** The filter for what contains a text of a call; none when it is empty. */
export const containing = (value: unknown): string | undefined => {
  const sought = text(value).replaceAll('*', '')
  return sought === '' ? undefined : `*${sought}*`
}
