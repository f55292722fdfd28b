import type { Model } from '../contract.ts'
import type { EngineInternals } from '../create-engine.ts'
import { ok } from '../http/envelope.ts'
import { NotFound } from '../errors.ts'
import { historyOf } from './history.ts'
import type { EntityRoute } from './route-maker.ts'
import { verbPermission } from './route-parts.ts'

/** Who wrote what to a row, for people who may see the row. */
export function historyRoutes(internals: EngineInternals, model: Model, base: string): EntityRoute[] {
  if (!model.entity.versioned) return []
  return [
    {
      verbs: ['GET'],
      path: `${base}/history`,
      access: verbPermission(model, 'history'),
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
