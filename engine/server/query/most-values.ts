import { InvalidInput } from '../errors.ts'

const MOST_VALUES = 1000

/** Counts what a request asks by: a database takes only so many values in one statement. The field that is too much is refused. */
export function valueLimit(): (name: string, text: string) => void {
  let count = 0
  return (name, text) => {
    count += text.split(',').filter(Boolean).length
    if (count > MOST_VALUES) throw new InvalidInput({ [name]: `一次最多按${MOST_VALUES}个值筛选，请减少后重试` })
  }
}
