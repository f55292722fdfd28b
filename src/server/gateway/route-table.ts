import CircuitBreaker from 'opossum'
import type { Engine } from '../../../engine/server/index.ts'
import { wordsOf, type Warn } from '../warn.ts'
import { compileRoute, type CompiledRoute } from './compile-route.ts'
import type { AskedGateway } from './predicates.ts'

/** A call to a target, which ends when its answer begins. */
type Send = () => Promise<void>

/** A route with what it remembers of its target. */
export interface OpenRoute extends CompiledRoute {
  readonly breaker: CircuitBreaker<[Send], void> | undefined
}

/** The routes of this node, as they are stored. */
export interface RouteTable {
  find(asked: AskedGateway): OpenRoute | undefined
  /** Reads them again; until that works the old ones stay, and it is tried again. */
  reload(): Promise<void>
  close(): void
}

/** As Hystrix has it, whose name the filter bears: half of at least 20 calls in ten seconds fail, then a call is tried every five seconds. */
const habits = {
  timeout: false,
  volumeThreshold: 20,
  errorThresholdPercentage: 50,
  rollingCountTimeout: 10_000,
  resetTimeout: 5_000,
  // Nobody asks how long the calls took; sorting them would hold the thread, at each failure and once a second.
  rollingPercentilesEnabled: false,
  enableSnapshots: false,
} as const
const AGAIN = 1_000

async function storedRoutes({ db }: Engine): Promise<CompiledRoute[]> {
  const rows = await db.read
    .selectFrom('sys_gateway_route')
    .select(['id', 'uri', 'predicates', 'filters'])
    .where('status', '=', 1)
    .orderBy('create_time')
    .orderBy('id')
    .execute()
  return rows.flatMap((row) => {
    const route = compileRoute(row)
    // One that cannot be asked was not stored by a rule of ours, and takes no request.
    return 'field' in route ? [] : [route]
  })
}

const opened = (route: CompiledRoute): OpenRoute => ({
  ...route,
  breaker: route.hasBreaker ? new CircuitBreaker<[Send], void>((send) => send(), habits) : undefined,
})

export function openRouteTable(engine: Engine, warn: Warn): RouteTable {
  let routes: readonly OpenRoute[] = []
  let asked = 0
  let retry: NodeJS.Timeout | undefined
  let isClosed = false
  const drop = () => routes.forEach(({ breaker }) => breaker?.shutdown())
  const reload = async (): Promise<void> => {
    if (isClosed) return
    const turn = ++asked
    clearTimeout(retry)
    try {
      const stored = await storedRoutes(engine)
      if (turn !== asked) return
      drop()
      routes = stored.map(opened)
    } catch (error) {
      if (turn !== asked) return
      warn(`网关路由没有读到，稍后再试：${wordsOf(error)}`)
      retry = setTimeout(() => void reload(), AGAIN).unref()
    }
  }
  return {
    find: (request) => routes.find(({ predicates }) => predicates.every((passes) => passes(request))),
    reload,
    close() {
      isClosed = true
      asked++
      clearTimeout(retry)
      drop()
    },
  }
}
