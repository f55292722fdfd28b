import type { Model } from '../contract.ts'
import type { EngineInternals } from '../create-engine.ts'
import { ok } from '../http/envelope.ts'
import { NotFound } from '../errors.ts'
import { findOptions } from '../query/find-rows.ts'
import { answeredRow } from './answered-row.ts'
import { chooseRows } from './choose-rows.ts'
import { chosenFrom, namedOnly, optionAccess, optionFields } from './option-access.ts'
import type { EntityRoute, Query } from './route-maker.ts'
import { fieldParams, verbPermission } from './route-parts.ts'
import { buildTree } from './tree.ts'
import { treeRoutes } from './tree-routes.ts'

/** A time stamp against caches asks for nothing. */
const asksNothing = (query: Query): boolean => Object.keys(query).every((key) => key === '_t')

/** Lists, one row, choices and the tree. */
export function readRoutes({ engine, readContext }: EngineInternals, model: Model, base: string): EntityRoute[] {
  const { entity, name } = model
  const answered = answeredRow(model)
  const listRoute = (list: string, title: string): EntityRoute => {
    const spec = (list === 'list' ? undefined : entity.lists?.[list]) ?? entity.list
    const readers = [verbPermission(model, 'view'), ...(spec.menu ? [verbPermission(model, list)] : [])]
    const choosers = chosenFrom(engine, model, list).flatMap(({ permissions }) => permissions)
    return {
      verbs: ['GET'],
      path: `${base}/${list}`,
      access: [...new Set([...readers, ...choosers])],
      title,
      params: fieldParams(model),
      handle: async ({ query, actor }) => {
        if (!readers.some((code) => actor.permissions.has(code))) return ok(await chooseRows({ engine, model, list, spec, query, actor }))
        if (list === entity.tree?.calls?.nested && asksNothing(query)) return ok(await buildTree({ engine, model, actor }))
        const page = await engine.list({ entity: name, list, query, actor })
        return ok(answered ? { ...page, records: page.records.map(answered) } : page)
      },
    }
  }
  const routes = [
    listRoute('list', `${entity.title}列表`),
    ...Object.entries(entity.lists ?? {}).map(([list, spec]) => listRoute(list, spec.title ?? `${entity.title} ${list}`)),
    {
      verbs: ['GET'],
      path: `${base}/queryById`,
      action: 'view',
      access: verbPermission(model, 'view'),
      title: `${entity.title}详情`,
      params: { id: { type: 'string' } },
      handle: async ({ query, actor }) => {
        const row = await engine.find(name, query['id'] ?? query[model.id] ?? '', actor)
        if (!row) throw new NotFound()
        return ok(answered ? answered(row) : row)
      },
    } satisfies EntityRoute,
    {
      verbs: ['GET'],
      path: `${base}/options`,
      access: optionAccess(engine, model),
      title: `${entity.title}选项`,
      params: {
        keyword: { type: 'string' },
        ids: { type: 'string' },
        show: { type: 'string' },
        by: { type: 'string' },
        pageSize: { type: 'integer' },
      },
      handle: async ({ query, actor }) => {
        const fields = optionFields(engine, model, { show: query['show'], by: query['by'] })
        const namedBy = namedOnly(engine, model, actor)
        return ok(await findOptions(readContext, { model, actor, ...fields, query, ...(namedBy && { namedBy }) }))
      },
    } satisfies EntityRoute,
  ]
  routes.push(...treeRoutes({ engine, readContext }, model, base))
  return routes
}
