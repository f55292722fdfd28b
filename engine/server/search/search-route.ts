import type { FastifyInstance } from 'fastify'
import type { EngineInternals } from '../create-engine.ts'
import { ok } from '../http/envelope.ts'
import { mount } from '../routes/route-maker.ts'
import { searchRows } from './search-rows.ts'

const LONGEST = 50

/** One search over all entities that declare `search`, limited to rows that the user may see. */
export function searchRoute(app: FastifyInstance, { engine, readContext }: EngineInternals): void {
  const searched = [...engine.models.values()].filter(({ entity }) => entity.search)
  mount(app, {
    verbs: ['GET'],
    path: '/sys/search',
    access: 'login',
    title: '全局搜索',
    tag: '全局搜索',
    params: { keyword: { type: 'string', maxLength: LONGEST } },
    handle: async ({ query, actor }) => {
      const words = (query['keyword'] ?? '').trim().slice(0, LONGEST)
      if (words === '') return ok([])
      const visible = searched.filter((model) => actor.permissions.has(`${model.permission}:view`))
      return ok(await searchRows(readContext, visible, actor, words))
    },
  })
}
