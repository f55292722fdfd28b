import mapValues from 'lodash-es/mapValues.js'
import { serverField } from '../../fields/server.ts'
import { checkRow } from '../../schema/check-row.ts'
import { idsParam } from '../../schema/call-params.ts'
import type { AnyCondition, CallSpec, StateSpec, WireRow } from '../../schema/index.ts'
import { actorIfAny, type RouteAccess } from '../access/route-access.ts'
import type { Engine, Model, WriteRequest } from '../contract.ts'
import type { EngineInternals } from '../create-engine.ts'
import { ok } from '../http/envelope.ts'
import { InvalidInput, NotFound, Refused } from '../errors.ts'
import { readId, readIds } from '../ids.ts'
import { lookUp } from '../query/find-rows.ts'
import { textOf } from '../text-of.ts'
import { answerOnce } from '../write/answer-once.ts'
import { guardOfAction } from '../write/checks/guard.ts'
import type { EntityRoute, Incoming } from './route-maker.ts'
import { answerRows } from './row-outcomes.ts'

/** Who may make a declared call. */
export function callAccess(model: Model, name: string, call: CallSpec): RouteAccess {
  const permission = call.permission
  if (permission === 'public' || permission === 'login') return permission
  if (permission?.includes(':')) return permission
  return `${model.permission}:${permission ?? name}`
}

/** Declared params from path, query and body, checked against their fields. */
function paramsOf({ query, body, path }: Incoming, call: CallSpec): WireRow {
  const sent = { ...query, ...body, ...path }
  const { values, problems } = checkRow({ fields: call.params ?? {} }, sent, 'add')
  if (Object.keys(problems).length) throw new InvalidInput(problems)
  return values
}

interface SetRequest {
  readonly engine: Engine
  readonly model: Model
  readonly incoming: Incoming
}

/** Write values that the schema states to rows, at most once. */
function setRows({ engine, model, incoming }: SetRequest, write: Pick<WriteRequest, 'rows' | 'guard' | 'move'>, message: string) {
  const { request, actor } = incoming
  return answerOnce({ engine, request, actor, model }, async (tx) => {
    await engine.write({ ...write, entity: model.name, operation: 'edit', actor, fields: 'all' }, tx)
    return ok(null, message)
  })
}

interface LinkRequest {
  readonly model: Model
  readonly call: Extract<CallSpec, { does: 'link' | 'unlink' }>
  readonly incoming: Incoming
  readonly params: WireRow
}

/** Add one row to a relation of several rows, or take it away; each row has its own outcome. */
async function changeLinks(engine: Engine, { model, call, incoming, params }: LinkRequest) {
  const { request, actor } = incoming
  const { does, relation, otherwise } = call
  const rows = readIds(params[idsParam(call)]).map((id) => ({ id }))
  if (!rows.length) throw new Refused('请选择一条记录！')
  const link = { does, relation, other: textOf(params[call.other]), otherwise }
  const limits = { guard: 'none', fields: 'all', ...(call.scope && { scope: call.scope }) } as const
  const outcomes = await answerOnce({ engine, request, actor, model }, (tx) =>
    engine.write({ entity: model.name, operation: 'edit', rows, link, actor, ...limits, onRefusal: 'collect' }, tx),
  )
  const outcome = answerRows(outcomes, call.success ?? '操作成功！')
  return ok(outcome.result, outcome.message)
}

interface CallRequest {
  readonly model: Model
  readonly name: string
  readonly call: CallSpec
  readonly incoming: Incoming
}

async function answer(internals: EngineInternals, { model, name, call, incoming }: CallRequest) {
  const { engine, readContext } = internals

  const { request } = incoming
  const params = paramsOf(incoming, call)
  if (call.does === 'lookup') {
    const rows = await lookUp(readContext, { model, actor: incoming.actor, params, returns: call.returns })
    if (!call.one) return ok(rows)
    const row = rows[0] ?? (call.instead && { ...params, ...call.instead })
    if (!row) throw new NotFound()
    return ok(row)
  }
  if (call.does === 'set') {
    const ids = readIds(params['ids'] ?? params['id'])
    if (!ids.length) throw new Refused('请选择一条记录！')
    const rows = ids.map((id) => ({ id, ...call.values }))
    const { actor } = incoming
    const outcomes = await answerOnce({ engine, request, actor, model }, (tx) =>
      engine.write({ entity: model.name, operation: 'edit', rows, guard: 'none', actor, fields: 'all', onRefusal: 'collect' }, tx),
    )
    const outcome = answerRows(outcomes, call.success ?? '操作成功！')
    return ok(outcome.result, outcome.message)
  }
  if (call.does === 'link' || call.does === 'unlink') return changeLinks(engine, { model, call, incoming, params })
  const run = readContext.rules[model.name]?.calls?.[name]
  if (!run) throw new Error(`${model.name}.${name}: no rule of this name`)
  const actor = actorIfAny(request) ?? nobody
  const outcome = await run({
    actor,
    engine,
    params,
    model,
    request,
    once: (work, lock) => answerOnce({ engine, request, actor, model }, work, lock),
  })
  const answered = ok(outcome.result ?? null, outcome.message ?? call.success ?? '操作成功！')
  return outcome.success === false ? { ...answered, success: false, code: 500 } : answered
}

const nobody = { id: '', username: '', realname: '', role: '', orgCode: '', permissions: new Set<string>() }

interface CallRouteContext {
  readonly internals: EngineInternals
  readonly model: Model
  readonly base: string
}

/** The call that makes the moves that people ask for. */
function transitionRoute({ internals, model, base }: CallRouteContext, states: StateSpec<string, AnyCondition>): EntityRoute[] {
  if (states.call === undefined) return []
  const options = Object.fromEntries(Object.values(states.transitions).map((move) => [String(move.ask), move.label]))
  return [
    {
      verbs: ['GET', 'POST', 'PUT'],
      path: `${base}/${states.call}`,
      access: `${model.permission}:${states.call}`,
      title: `${model.entity.title}：${Object.values(options).join('、')}`,
      params: { id: { type: 'string' }, [states.param]: { enum: Object.keys(options) } },
      handle: async (incoming) => {
        const values: WireRow = { ...incoming.query, ...incoming.body }
        const found = Object.entries(states.transitions).find(([, one]) => String(one.ask) === textOf(values[states.param]))
        const id = readId(values['id'] ?? values[model.id])
        if (!found) throw new InvalidInput({ [states.param]: '参数不识别！' })
        const [move, { success }] = found
        return setRows({ engine: internals.engine, model, incoming }, { rows: [{ id }], move }, success)
      },
    },
  ]
}

/** Row actions that set fixed values, with their condition as part of the statement. */
function actionRoutes(internals: EngineInternals, model: Model, base: string): EntityRoute[] {
  return Object.entries(model.entity.rowActions ?? {}).flatMap(([name, action]): EntityRoute[] => {
    if (action.does !== 'set') return []
    return [
      {
        verbs: ['POST'],
        path: `${base}/act/${name}`,
        action: name,
        access: `${model.permission}:edit`,
        title: action.label,
        params: { id: { type: 'string' } },
        handle: (incoming) => {
          const rows = [{ id: readId(incoming.body['id']), ...action.values }]
          const write = { rows, guard: guardOfAction(action) ?? ('none' as const) }
          return setRows({ engine: internals.engine, model, incoming }, write, action.success ?? '操作成功！')
        },
      },
    ]
  })
}

/** The button of a row that makes the call. */
const buttonOf = ({ entity }: Model, call: string): string | undefined =>
  Object.entries(entity.rowActions ?? {}).find(
    ([, action]) => action.does === 'call' && action.of === undefined && action.call === call,
  )?.[0]

const withButton = (model: Model, call: string): { action: string } | undefined => {
  const action = buttonOf(model, call)
  return action === undefined ? undefined : { action }
}

/** Below the entity's base, unless the call names a full path. */
const pathOf = (base: string, path: string): string => (path.startsWith('/') ? path : `${base}/${path}`).replace(/\{(\w+)\}/g, ':$1')

const takesFile = (call: CallSpec): boolean => call.does === 'call' && call.takes === 'file'
const fileParam = { file: { type: 'string', format: 'binary' } }

function callsOf(internals: EngineInternals, model: Model, base: string, isMeant: (call: CallSpec) => boolean): EntityRoute[] {
  const meant = Object.entries(model.entity.calls ?? {}).filter(([, call]) => isMeant(call))
  return meant.map(([name, call]): EntityRoute => ({
    verbs: call.verbs,
    path: pathOf(base, call.path ?? name),
    access: callAccess(model, name, call),
    ...withButton(model, name),
    title: call.title,
    params: {
      ...mapValues(call.params, (field) => ({ title: field.label, ...serverField(field).schema })),
      ...(takesFile(call) && fileParam),
    },
    handle: (incoming) => answer(internals, { model, name, call, incoming }),
  }))
}

/** Routes of the declared calls whose body is a form with a file. */
export const fileCallRoutes = (internals: EngineInternals, model: Model, base: string): EntityRoute[] =>
  callsOf(internals, model, base, takesFile).map((route) => ({ ...route, takes: 'multipart/form-data' }))

/** Routes of declared calls, state transitions and setting actions. */
export function callRoutes(internals: EngineInternals, model: Model, base: string): EntityRoute[] {
  const calls = callsOf(internals, model, base, (call) => !takesFile(call))
  const moves = (model.entity.states ?? []).flatMap((states) => transitionRoute({ internals, model, base }, states))
  return [...calls, ...moves, ...actionRoutes(internals, model, base)]
}
