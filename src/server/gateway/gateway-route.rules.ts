import {
  defineRules,
  InvalidInput,
  type CallContext,
  type CallParams,
  type Change,
  type Engine,
  type RuleContext,
  type Tx,
} from '../../../engine/server/index.ts'
import { gatewayRoute } from '../../../schemas/platform/gateway-route.ts'
import { compileRoute } from './compile-route.ts'

/** What tells every node that routes have changed. */
export const gatewayTopic = 'gateway:routes'

declare module '../../../engine/registry.ts' {
  interface AppAnnouncements {
    gatewayRoutes: { readonly topic: typeof gatewayTopic; readonly body: Readonly<Record<string, never>> }
  }
}

type RouteChange = Change<'gatewayRoute'>

function guardRoute(_context: RuleContext, changes: readonly RouteChange[]): void {
  for (const change of changes) {
    const { id, after } = change
    if (!after) continue
    const { uri = null, predicates = null, filters = null } = after
    const route = compileRoute({ id, uri, predicates, filters })
    if ('field' in route) change.refuse(route.message, route.field)
  }
}

const tellNodes = (engine: Engine, tx: Tx): void => engine.announce(tx, { topic: gatewayTopic, cmd: 'gatewayRoutes', body: {} })

async function tellChanges({ engine, tx }: RuleContext, changes: readonly RouteChange[]): Promise<void> {
  if (changes.length > 0) tellNodes(engine, tx)
}

const known = ['routerId', 'name', 'uri', 'status', 'predicates', 'filters'] as const

/** The position of the switch; a route without one is on. */
function switchedOn(status: unknown): boolean | undefined {
  const text = String(status ?? 'true')
  return /^(true|1)$/.test(text) ? true : /^(false|0)$/.test(text) ? false : undefined
}

/** Adds or changes a route as other front ends send it: in one text, with a switch for its status. */
async function updateAll({ engine, actor, params, once }: CallContext<CallParams<'gatewayRoute', 'updateAll'>>) {
  const sent = JSON.parse(params.router) as Readonly<Record<string, unknown>>
  const values = Object.fromEntries(known.flatMap((name) => (name in sent ? [[name, sent[name]]] : [])))
  const isOn = switchedOn(values['status'])
  if (isOn === undefined) throw new InvalidInput({ status: '路由状态只能是：正常、禁用' })
  const row = { ...values, status: isOn ? 1 : 0 } as const
  const id = typeof sent['id'] === 'string' && (await engine.find('gatewayRoute', sent['id'], actor)) ? sent['id'] : undefined
  await once((tx) =>
    id === undefined
      ? engine.write({ entity: 'gatewayRoute', operation: 'add', rows: [row], actor }, tx)
      : engine.write({ entity: 'gatewayRoute', operation: 'edit', rows: [{ ...row, id }], actor }, tx),
  )
  return {}
}

/** Every node reads the routes again, with breakers closed and buckets full. */
async function clearRedis({ engine, once }: CallContext<CallParams<'gatewayRoute', 'clearRedis'>>) {
  await once(async (tx) => tellNodes(engine, tx))
  return {}
}

export const gatewayRouteRules = defineRules(gatewayRoute, {
  beforeSave: guardRoute,
  afterWrite: tellChanges,
  calls: { updateAll, clearRedis },
})
