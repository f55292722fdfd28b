import { randomInt } from 'node:crypto'
import type { Row } from '../../../engine/schema/index.ts'
import type { fillRule } from '../../../schemas/platform/fill-rule.ts'

/** What a rule may be told: by its own params, or by whoever asks for a code. */
export interface FillParams {
  readonly prefix?: string
  readonly digits?: number
  readonly name?: string
}

interface Asked {
  readonly params: FillParams
  /** `yyyy-MM-dd HH:mm:ss`. */
  readonly now: string
  /** The next number of a series, from 1. */
  next(series: string): Promise<number>
}

type FillClass = NonNullable<Row<typeof fillRule>['ruleClass']>

const padded = (number: number, { digits = 4 }: FillParams): string => String(number).padStart(digits, '0')
const digitsOf = (time: string): string => time.replaceAll(/\D/g, '')

/** How the codes of each class are made. A new class is an option of the schema and a line here. */
export const fillClasses: { readonly [C in FillClass]: (asked: Asked) => Promise<string> } = {
  /** One series for each prefix. */
  async SequenceRule({ params, next }) {
    const { prefix = '' } = params
    return prefix + padded(await next(prefix), params)
  },
  /** One series for each prefix and day. */
  async DailySequenceRule({ params, now, next }) {
    const start = (params.prefix ?? '') + digitsOf(now.slice(0, 10))
    return start + padded(await next(start), params)
  },
  RandomRule: ({ params: { prefix = '', digits = 8 } }) =>
    Promise.resolve(prefix + Array.from({ length: digits }, () => randomInt(10)).join('')),
  /** The prefix, the second and two random digits from 10; not a series, so two of one second may be equal. */
  OrderNumberRule: ({ params: { prefix = 'CN', name = '' }, now }) =>
    Promise.resolve(`${prefix}${digitsOf(now)}${randomInt(10, 100)}${name}`),
}
