import type { WireRow } from '../../schema/index.ts'
import type { Engine, ListRequest, Model, Page } from '../contract.ts'
import type { EngineInternals } from '../create-engine.ts'
import { ok } from '../http/envelope.ts'
import { readIds } from '../ids.ts'
import type { EntityRoute, Incoming } from './route-maker.ts'
import { verbPermission } from './route-parts.ts'
import { writeMany } from './write-routes.ts'

/** Deleted rows: the requested page, or all of them if no page is requested, as the specification says. */
async function binned(engine: Engine, request: Omit<ListRequest, 'list'>): Promise<Page | WireRow[]> {
  if (request.query['pageNo']) return engine.list({ ...request, list: 'bin' })
  const rows: WireRow[] = []
  for await (const step of engine.walk({ ...request, list: 'bin' }, 1000)) rows.push(...step)
  return rows
}

/** The bin of an entity: its rows, restoring and purging. */
export function binRoutes({ engine }: EngineInternals, model: Model, base: string): EntityRoute[] {
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
      access: [verbPermission(model, 'restore'), verbPermission(model, 'purge')],
      title: `${title}回收站`,
      params: { pageNo: { type: 'integer', description: '不给出时返回全部，不分页' }, pageSize: { type: 'integer' } },
      handle: async ({ query, actor }) => ok(await binned(engine, { entity: model.name, query, actor })),
    },
    {
      verbs: [restore?.verb ?? 'PUT'],
      path: fullPath(restore?.path ?? 'restore'),
      access: verbPermission(model, 'restore'),
      title: `还原${title}`,
      params: { [restoreIds]: { type: 'string' } },
      handle: (incoming) =>
        writeMany(engine, incoming, { model, operation: 'restore', ids: idsIn(incoming, restoreIds), message: '还原成功！' }),
    },
    {
      verbs: ['DELETE'],
      path: fullPath(purge?.path ?? 'purge'),
      access: verbPermission(model, 'purge'),
      title: `彻底删除${title}`,
      params: { [purgeIds]: { type: 'string' } },
      handle: (incoming) =>
        writeMany(engine, incoming, { model, operation: 'purge', ids: idsIn(incoming, purgeIds), message: '删除成功!' }),
    },
  ]
}
