import { compilePredicate, type Predicate } from './predicates.ts'

/** How many requests of one address pass: so many at once, and so many more each second. */
export interface RateLimit {
  readonly rate: number
  readonly burst: number
}

/** A route, ready to be asked. */
export interface CompiledRoute {
  readonly id: string
  readonly uri: string
  readonly predicates: readonly Predicate[]
  readonly limit: RateLimit | undefined
  readonly hasBreaker: boolean
}

/** What is stored, or about to be. */
export interface RouteRow {
  readonly id: string
  readonly uri: string | null
  readonly predicates: string | null
  readonly filters: string | null
}

/** What is wrong with a route: the field, and its sentence. */
export interface RouteProblem {
  readonly field: 'uri' | 'predicates' | 'filters'
  readonly message: string
}

interface Named {
  readonly name: string
  readonly args: unknown
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** The field has checked the form of the rows. */
function rowsIn(text: string | null): Named[] {
  const rows: unknown = JSON.parse(text || '[]')
  return Array.isArray(rows) ? rows.filter(isRecord).map(({ name, args }) => ({ name: String(name), args: args ?? [] })) : []
}

const textsOf = (args: unknown): string[] => (isRecord(args) ? Object.values(args).map(String) : [])

function valueOf(args: unknown, key: string): string | undefined {
  const found = Array.isArray(args) ? args.filter(isRecord).find((one) => one['key'] === key) : undefined
  return found && String(found['value'])
}

function limitOf(args: unknown): RateLimit | string {
  const [rate, burst] = ['replenishRate', 'burstCapacity'].map((key) => Number(valueOf(args, `redis-rate-limiter.${key}`) ?? 20))
  const isWhole = (value: number | undefined): value is number =>
    value !== undefined && Number.isInteger(value) && value >= 1 && value <= 1_000_000
  if (!isWhole(rate) || !isWhole(burst)) return '限流过滤器：replenishRate 和 burstCapacity 必须是正整数'
  if (!/ip/i.test(valueOf(args, 'key-resolver') ?? 'ip')) return '限流过滤器：只能按 IP 限流，key-resolver 应为 #{@ipKeyResolver}'
  return { rate, burst }
}

const fallback = 'forward:/fallback'

function filtersOf(text: string | null): Pick<CompiledRoute, 'limit' | 'hasBreaker'> | string {
  let limit: RateLimit | undefined
  let hasBreaker = false
  for (const { name, args } of rowsIn(text)) {
    if (name === 'RequestRateLimiter') {
      const read = limitOf(args)
      if (typeof read === 'string') return read
      limit = read
    } else {
      if ((valueOf(args, 'fallbackUri') ?? fallback) !== fallback) return `熔断器：fallbackUri 只能是 ${fallback}`
      hasBreaker = true
    }
  }
  return { limit, hasBreaker }
}

function uriProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) return '路由URI必须以http://或https://开头'
  return url.search || url.hash || url.username || url.password ? '路由URI不能有参数、锚点或密码' : undefined
}

/** A route that can be asked, or what keeps it from that. */
export function compileRoute({ id, uri, predicates, filters }: RouteRow): CompiledRoute | RouteProblem {
  const problem = uriProblem(uri ?? '')
  if (problem !== undefined) return { field: 'uri', message: problem }
  const tests: Predicate[] = []
  const rows = rowsIn(predicates)
  // Otherwise it would take every request there is.
  if (rows.length === 0) return { field: 'predicates', message: '请添加路由条件!' }
  for (const { name, args } of rows) {
    const compiled = compilePredicate(name, textsOf(args))
    if (typeof compiled === 'string') return { field: 'predicates', message: compiled }
    tests.push(compiled)
  }
  const read = filtersOf(filters)
  if (typeof read === 'string') return { field: 'filters', message: read }
  return { id, uri: (uri ?? '').replace(/\/+$/, ''), predicates: tests, ...read }
}
