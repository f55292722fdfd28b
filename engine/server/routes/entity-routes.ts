import type { FastifyInstance } from 'fastify'
import type { Model } from '../contract.ts'
import type { EngineInternals } from '../create-engine.ts'
import { binRoutes } from './bin-routes.ts'
import { callRoutes } from './call-routes.ts'
import { withFileAddresses, type FileAddress } from './file-addresses.ts'
import { historyRoutes } from './history-routes.ts'
import { readRoutes } from './read-routes.ts'
import { mount } from './route-maker.ts'
import { writeRoutes } from './write-routes.ts'

/** All calls of one entity, under its base path and its alternative ones. */
export function entityRoutes(
  app: FastifyInstance,
  internals: EngineInternals,
  { model, addressOf }: { readonly model: Model; readonly addressOf?: FileAddress | undefined },
): void {
  const { base: first, also = [], disable, paths = {} } = model.entity.endpoints
  const disabled = new Set(disable)
  for (const base of [first, ...also]) {
    const own = writeRoutes(internals, model, base).filter((route) => !disabled.has(route.verb))
    const elsewhere = base === first ? own.map((route) => ({ ...route, path: paths[route.verb] ?? '' })) : []
    const writes = [...own, ...elsewhere.filter(({ path }) => path !== '')]
    const routes = [
      ...readRoutes(internals, model, base),
      ...historyRoutes(internals, model, base),
      ...writes,
      ...binRoutes(internals, model, base),
      ...callRoutes(internals, model, base),
    ]
    for (const { verbs, path, access, title, params, reads, action, handle } of routes)
      mount(app, {
        verbs,
        path,
        access,
        title,
        params: params ?? {},
        handle: withFileAddresses({ model, models: internals.engine.models }, handle, addressOf),
        tag: model.entity.title,
        of: { entity: model.name, action },
        ...(reads && { reads }),
      })
  }
}
