import { InvalidInput } from '../errors.ts'
import { commaList } from '../../fields/comma-list.ts'

const MOST_VALUES = 1000
const MOST_PATTERNS = 20
const LONGEST_PATTERN = 200

/**
 * How much one request may filter by, in all its filters and its advanced query together. The parameter that exceeds the limit is
 * refused.
 */
export interface AskedLimit {
  /** A statement can take only so many values. */
  values(name: string, text: string): void
  /** A text that is searched for inside others is compared with every row, character by character. */
  pattern(name: string, text: string): void
}

export function askedLimit(): AskedLimit {
  let values = 0
  let patterns = 0
  return {
    values(name, text) {
      values += commaList(text).length
      if (values > MOST_VALUES) throw new InvalidInput({ [name]: `一次最多按${MOST_VALUES}个值筛选，请减少后重试` })
    },
    pattern(name, text) {
      if (text.length > LONGEST_PATTERN) throw new InvalidInput({ [name]: `模糊查询的内容最多${LONGEST_PATTERN}个字，请缩短后重试` })
      if (++patterns > MOST_PATTERNS) throw new InvalidInput({ [name]: `一次最多按${MOST_PATTERNS}个模糊条件筛选，请减少后重试` })
    },
  }
}
