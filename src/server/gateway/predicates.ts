import { METHODS } from 'node:http'
import ipaddr from 'ipaddr.js'
import { addressRange, isInRange } from '../outbound/address-range.ts'
import { expression, wildcard, type Matches } from './patterns.ts'

/** A request as the predicates see it. */
export interface AskedGateway {
  readonly method: string
  /** The path below `/gateway`, with its escapes read. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly host: string
  readonly ip: string
  /** Milliseconds. */
  readonly now: number
}

/** Whether a request passes; a text says what is wrong with the arguments. */
export type Predicate = (asked: AskedGateway) => boolean
type Compile = (args: readonly string[]) => Predicate | string

const anyOf =
  (tests: readonly Matches[]): Matches =>
  (text) =>
    tests.some((test) => test(text))
const some = (args: readonly string[], make: (tests: readonly string[]) => Predicate): Predicate | string =>
  args.length === 0 ? '至少要有一个参数' : make(args)

const valuesOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value

function cookiesOf({ headers }: AskedGateway, name: string): string[] {
  return valuesOf(headers['cookie'])
    .flatMap((line) => line.split(';'))
    .flatMap((pair) => {
      const equals = pair.indexOf('=')
      return equals > 0 && pair.slice(0, equals).trim() === name ? [pair.slice(equals + 1).trim()] : []
    })
}

/** The name of something, and unless that alone will do the expression that a value of it fits as a whole. */
const named =
  (find: (asked: AskedGateway, name: string) => readonly string[], needsExpression = false): Compile =>
  ([name, text, ...others]) => {
    if (!name || others.length > 0 || (needsExpression && text === undefined))
      return needsExpression ? '需要名称和正则表达式' : '需要名称，可再加正则表达式'
    if (text === undefined) return (asked) => find(asked, name).length > 0
    const fits = expression(text)
    return fits ? (asked) => find(asked, name).some(fits) : `正则表达式${text}有误`
  }

/** A moment, as the specification's systems write it (`2026-01-20T17:42:47+08:00[Asia/Shanghai]`) or as people do. */
function momentOf(text: string): number | undefined {
  const plain = text.replace(/\[[^\]]*\]$/, '').replace(/^(\d{4}-\d\d-\d\d) (\d)/, '$1T$2')
  const moment = /^\d{4}-\d\d-\d\dT/.test(plain) ? Date.parse(plain) : Number.NaN
  return Number.isNaN(moment) ? undefined : moment
}

const times =
  (count: number, passes: (now: number, from: number, to: number) => boolean): Compile =>
  (args) => {
    const [from, to = 0] = args.map(momentOf)
    const isWrong = args.length !== count || args.some((text) => momentOf(text) === undefined)
    if (isWrong || from === undefined) return `需要${count}个时间，如 2026-01-20T17:42:47+08:00`
    if (count === 2 && from >= to) return '第二个时间要晚于第一个'
    return ({ now }) => passes(now, from, to)
  }

const remoteAddress: Compile = (args) => {
  const ranges = args.map(addressRange)
  const wrong = args[ranges.indexOf(undefined)]
  if (args.length === 0 || wrong !== undefined) return `需要地址或网段，如 192.168.1.0/24`
  return ({ ip }) => {
    const address = ipaddr.process(ip)
    return ranges.some((range) => range !== undefined && isInRange(range, address))
  }
}

const byKind: Readonly<Record<string, Compile>> = {
  Path: (args) =>
    some(args, (patterns) =>
      (
        (fits) =>
        ({ path }) =>
          fits(path)
      )(anyOf(patterns.map((one) => wildcard(one, '/')))),
    ),
  Host: (args) =>
    some(args, (patterns) =>
      (
        (fits) =>
        ({ host }) =>
          fits(host)
      )(anyOf(patterns.map((one) => wildcard(one, '.')))),
    ),
  Cookie: named(cookiesOf, true),
  Header: named(({ headers }, name) => valuesOf(headers[name.toLowerCase()])),
  Query: named(({ query }, name) => query.getAll(name)),
  Method(args) {
    const methods = args.flatMap((one) => one.split(',')).map((one) => one.trim().toUpperCase())
    const wrong = methods.find((one) => !METHODS.includes(one))
    if (methods.length === 0 || wrong !== undefined) return '需要请求方法，如 GET、POST'
    return ({ method }) => methods.includes(method)
  },
  After: times(1, (now, from) => now > from),
  Before: times(1, (now, from) => now < from),
  Between: times(2, (now, from, to) => now > from && now < to),
  RemoteAddr: remoteAddress,
}

/** The test that a predicate of a route makes, or what is wrong with it. */
export function compilePredicate(name: string, args: readonly string[]): Predicate | string {
  const compile = byKind[name]
  if (!compile) return `没有名为${name}的条件`
  const compiled = compile(args)
  return typeof compiled === 'string' ? `${name}：${compiled}` : compiled
}
