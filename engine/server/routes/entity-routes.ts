import type { FastifyInstance } from 'fastify'
import { serverField } from '../../fields/server.ts'
import type { StandardVerb, WireRow } from '../../schema/index.ts'
import type { Engine, ListRequest, Model, Operation, Page } from '../contract.ts'
import type { EngineInternals } from '../create-engine.ts'
import { ok, type Envelope } from '../envelope.ts'
import { NotFound, Refused } from '../errors.ts'
import { readIds } from '../ids.ts'
import { findOptions } from '../query/find-rows.ts'
import { answerOnce } from '../write/answer-once.ts'
import { callRoutes } from './call-routes.ts'
import { withFileAddresses, type FileAddress } from './file-addresses.ts'
import { historyOf } from './history.ts'
import { namedOnly, optionAccess, optionFields } from './option-access.ts'
import { mount, type Incoming, type RouteSpec } from './route-maker.ts'
import { answerRows } from './row-outcomes.ts'
import { buildTree } from './tree.ts'

type Made = Omit<RouteSpec, 'tag'>

const codeOf = (model: Model, verb: string): string => `${model.permission}:${verb}`
const schemaOf = (model: Model): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(model.entity.fields).flatMap(([key, field]) =>
      [key, ...(field.also === undefined ? [] : [field.also])].map((name) => [name, { title: field.label, ...serverField(field).schema }]),
    ),
  )

interface WriteOne {
  readonly model: Model
  readonly operation: 'add' | 'edit' | 'delete'
  readonly row: WireRow
  readonly message: string
}

/** Write one row, at most once, and answer with its new state. */
async function writeOne(engine: Engine, { request, actor }: Incoming, write: WriteOne): Promise<Envelope> {
  const { model, operation, row, message } = write
  const prepared = await engine.prepare({ entity: model.name, operation, rows: [row], actor })
  return answerOnce({ engine, request, actor, model }, async (tx) => {
    const [outcome] = await engine.write(prepared, tx)
    if (!outcome) throw new NotFound()
    return ok(operation === 'delete' ? null : await engine.find(model.name, outcome.id, actor, tx), message)
  })
}

/** Who wrote what to a row, for people who may see the row. */
function historyRoutes(internals: EngineInternals, model: Model, base: string): Made[] {
  if (!model.entity.versioned) return []
  return [
    {
      verbs: ['GET'],
      path: `${base}/history`,
      access: codeOf(model, 'history'),
      title: `${model.entity.title}修改历史`,
      params: { id: { type: 'string' } },
      handle: async ({ query, actor }) => {
        const id = query['id'] ?? query[model.id] ?? ''
        const row = await internals.engine.find(model.name, id, actor)
        if (!row) throw new NotFound()
        return ok(await historyOf(internals, model, id))
      },
    },
  ]
}

function readRoutes({ engine, readContext }: EngineInternals, model: Model, base: string): Made[] {
  const { entity, name } = model
  const listRoute = (list: string, title: string): Made => ({
    verbs: ['GET'],
    path: `${base}/${list}`,
    access: (list === 'list' ? entity.list : entity.lists?.[list])?.menu
      ? [codeOf(model, 'view'), codeOf(model, list)]
      : codeOf(model, 'view'),
    title,
    params: schemaOf(model),
    handle: async ({ query, actor }) => ok(await engine.list({ entity: name, list, query, actor })),
  })
  const routes = [
    listRoute('list', `${entity.title}列表`),
    ...Object.entries(entity.lists ?? {}).map(([list, spec]) => listRoute(list, spec.title ?? `${entity.title} ${list}`)),
    {
      verbs: ['GET'],
      path: `${base}/queryById`,
      access: codeOf(model, 'view'),
      title: `${entity.title}详情`,
      params: { id: { type: 'string' } },
      handle: async ({ query, actor }) => {
        const row = await engine.find(name, query['id'] ?? query[model.id] ?? '', actor)
        if (!row) throw new NotFound()
        return ok(row)
      },
    } satisfies Made,
    {
      verbs: ['GET'],
      path: `${base}/options`,
      access: optionAccess(engine, model),
      title: `${entity.title}选项`,
      params: { keyword: { type: 'string' }, ids: { type: 'string' }, show: { type: 'string' }, pageSize: { type: 'integer' } },
      handle: async ({ query, actor }) => {
        const { show, also } = optionFields(engine, model, query['show'])
        const namedBy = namedOnly(engine, model, actor)
        return ok(await findOptions(readContext, { model, actor, show, also, query, ...(namedBy && { namedBy }) }))
      },
    } satisfies Made,
  ]
  if (entity.tree) {
    routes.push({
      verbs: ['GET'],
      path: `${base}/tree`,
      access: optionAccess(engine, model),
      title: `${entity.title}树`,
      params: {},
      handle: async ({ actor }) => ok(await buildTree(engine, model, actor)),
    })
  }
  return routes
}

interface WriteMany {
  readonly model: Model
  readonly operation: Operation
  readonly ids: readonly string[]
  readonly message: string
}

/** Delete, restore or purge many rows, each with its own outcome. */
async function writeMany(engine: Engine, { request, actor }: Incoming, write: WriteMany) {
  const { model, operation, ids, message } = write
  if (!ids.length) throw new Refused('参数不识别！')
  const rows = ids.map((id) => ({ id }))
  const outcomes = await answerOnce({ engine, request, actor, model }, (tx) =>
    engine.write({ entity: model.name, operation, rows, actor, onRefusal: 'collect' }, tx),
  )
  const said = answerRows(outcomes, message)
  return ok(said.result, said.message)
}

function writeRoutes({ engine }: EngineInternals, model: Model, base: string): (Made & { verb: StandardVerb })[] {
  const { entity } = model
  const said = entity.messages
  return [
    {
      verb: 'add',
      verbs: ['POST'],
      path: `${base}/add`,
      access: codeOf(model, 'add'),
      title: `新增${entity.title}`,
      params: schemaOf(model),
      handle: (incoming) => writeOne(engine, incoming, { model, operation: 'add', row: incoming.body, message: said?.add ?? '添加成功！' }),
    },
    {
      verb: 'edit',
      verbs: ['PUT', 'POST'],
      path: `${base}/edit`,
      access: codeOf(model, 'edit'),
      title: `编辑${entity.title}`,
      params: schemaOf(model),
      handle: (incoming) =>
        writeOne(engine, incoming, { model, operation: 'edit', row: incoming.body, message: said?.edit ?? '编辑成功！' }),
    },
    {
      verb: 'delete',
      verbs: ['DELETE'],
      path: `${base}/delete`,
      access: codeOf(model, 'delete'),
      title: `删除${entity.title}`,
      params: { id: { type: 'string' } },
      handle: (incoming) => {
        const { query } = incoming
        const row = { id: query['id'] ?? query[model.id] ?? '' }
        return writeOne(engine, incoming, { model, operation: 'delete', row, message: said?.delete ?? '删除成功!' })
      },
    },
    {
      verb: 'deleteBatch',
      verbs: ['DELETE'],
      path: `${base}/deleteBatch`,
      access: codeOf(model, 'delete'),
      title: `批量删除${entity.title}`,
      params: { ids: { type: 'string' } },
      handle: (incoming) =>
        writeMany(engine, incoming, {
          model,
          operation: 'delete',
          ids: readIds(incoming.query['ids']),
          message: said?.deleteBatch ?? '批量删除成功！',
        }),
    },
  ]
}

/** Deleted rows: the requested page, or all of them if no page is requested, as the specification says. */
async function binned(engine: Engine, request: Omit<ListRequest, 'list'>): Promise<Page | WireRow[]> {
  if (request.query['pageNo']) return engine.list({ ...request, list: 'bin' })
  const rows: WireRow[] = []
  for await (const step of engine.walk({ ...request, list: 'bin' }, 1000)) rows.push(...step)
  return rows
}

function binRoutes({ engine }: EngineInternals, model: Model, base: string): Made[] {
  const { bin, title } = model.entity
  if (!bin) return []
  const { list = 'deleteList', restore = undefined, purge = undefined } = bin === true ? {} : bin
  const idsIn = ({ path, query, body }: Incoming, key: string): string[] => readIds(path['id'] ?? query[key] ?? body[key])
  const restoreIds = restore?.ids ?? 'ids'
  const purgeIds = purge?.ids ?? 'ids'
  const fullPath = (path: string) => `${base}/${path.replace(/\{(\w+)\}/g, ':$1')}`
  return [
    {
      verbs: ['GET'],
      path: `${base}/${list}`,
      access: [codeOf(model, 'restore'), codeOf(model, 'purge')],
      title: `${title}回收站`,
      params: { pageNo: { type: 'integer', description: '不给出时返回全部，不分页' }, pageSize: { type: 'integer' } },
      handle: async ({ query, actor }) => ok(await binned(engine, { entity: model.name, query, actor })),
    },
    {
      verbs: [restore?.verb ?? 'PUT'],
      path: fullPath(restore?.path ?? 'restore'),
      access: codeOf(model, 'restore'),
      title: `还原${title}`,
      params: { [restoreIds]: { type: 'string' } },
      handle: (incoming) =>
        writeMany(engine, incoming, { model, operation: 'restore', ids: idsIn(incoming, restoreIds), message: '还原成功！' }),
    },
    {
      verbs: ['DELETE'],
      path: fullPath(purge?.path ?? 'purge'),
      access: codeOf(model, 'purge'),
      title: `彻底删除${title}`,
      params: { [purgeIds]: { type: 'string' } },
      handle: (incoming) =>
        writeMany(engine, incoming, { model, operation: 'purge', ids: idsIn(incoming, purgeIds), message: '删除成功!' }),
    },
  ]
}

/** All calls of one entity, under its base path and its alternative ones. */
export function entityRoutes(
  app: FastifyInstance,
  internals: EngineInternals,
  { model, addressOf }: { readonly model: Model; readonly addressOf?: FileAddress | undefined },
): void {
  const disabled = new Set(model.entity.endpoints.disable)
  for (const base of [model.entity.endpoints.base, ...(model.entity.endpoints.also ?? [])]) {
    const writes = writeRoutes(internals, model, base).filter((route) => !disabled.has(route.verb))
    const routes = [
      ...readRoutes(internals, model, base),
      ...historyRoutes(internals, model, base),
      ...writes,
      ...binRoutes(internals, model, base),
      ...callRoutes(internals, model, base),
    ]
    for (const { verbs, path, access, title, params, handle } of routes)
      mount(app, {
        verbs,
        path,
        access,
        title,
        params: params ?? {},
        handle: withFileAddresses(model, handle, addressOf),
        tag: model.entity.title,
      })
  }
}
