import type { FastifyInstance } from 'fastify'
import { demand } from '../access/route-access.ts'
import type { Actor, Model } from '../contract.ts'
import type { EngineInternals } from '../create-engine.ts'
import { ok } from '../http/envelope.ts'
import { NotFound } from '../errors.ts'
import { readId } from '../ids.ts'
import { optionAccess } from '../routes/option-access.ts'
import { mount } from '../routes/route-maker.ts'
import { keepRow, offeredRows, rememberedModels } from './remembered.ts'

/** Rows that a user chose once and that are preselected on every screen: read them, and choose one. */
export function rememberRoutes(app: FastifyInstance, { engine, readContext }: EngineInternals): void {
  const models = rememberedModels(engine.models)
  const codes = new Map(models.map((model) => [model, optionAccess(engine, model)]))
  const choosable = (actor: Actor): Model[] => models.filter((model) => codes.get(model)?.some((code) => actor.permissions.has(code)))
  const tag = '当前选择'
  mount(app, {
    verbs: ['GET'],
    path: '/sys/remembered',
    access: 'login',
    title: `当前选择的${models.map(({ entity }) => entity.title).join('、')}`,
    tag,
    handle: async ({ actor }) => ok(await offeredRows(readContext, choosable(actor), actor)),
  })
  mount(app, {
    verbs: ['POST'],
    path: '/sys/remembered',
    access: 'login',
    title: '记住所选的一行',
    tag,
    params: { entity: { type: 'string' }, id: { type: 'string' } },
    handle: async ({ body, actor }) => {
      const { entity, id } = body
      const model = models.find(({ name }) => name === entity)
      if (!model) throw new NotFound()
      demand(actor, codes.get(model) ?? [])
      const row = await engine.find(model.name, readId(id), actor)
      if (!row) throw new NotFound()
      await engine.db.write((tx) => keepRow(tx, { userId: actor.id, model, row, models }))
      return ok(await offeredRows(readContext, choosable(actor), actor))
    },
  })
}
