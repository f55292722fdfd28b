import { InvalidInput } from '../errors.ts'

const MOST_VALUES = 1000
const MOST_PATTERNS = 20
const LONGEST_PATTERN = 200

/** What one request may ask by, all its filters and its advanced query together. The field that is too much is refused. */
export interface AskedLimit {
  /** A database takes only so many values in one statement. */
  values(name: string, text: string): void
  /** A text that is looked for within others is compared with every row, sign by sign. */
  pattern(name: string, text: string): void
}

export function askedLimit(): AskedLimit {
  let values = 0
  let patterns = 0
  return {
    values(name, text) {
      values += text.split(',').filter(Boolean).length
      if (values > MOST_VALUES) throw new InvalidInput({ [name]: `一次最多按${MOST_VALUES}个值筛选，请减少后重试` })
    },
    pattern(name, text) {
      if (text.length > LONGEST_PATTERN) throw new InvalidInput({ [name]: `模糊查询的内容最多${LONGEST_PATTERN}个字，请缩短后重试` })
      if (++patterns > MOST_PATTERNS) throw new InvalidInput({ [name]: `一次最多按${MOST_PATTERNS}个模糊条件筛选，请减少后重试` })
    },
  }
}
