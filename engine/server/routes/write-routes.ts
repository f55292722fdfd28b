import type { WriteVerb, WireRow } from '../../schema/index.ts'
import type { Engine, Model, Operation } from '../contract.ts'
import type { EngineInternals } from '../create-engine.ts'
import { ok, type Envelope } from '../http/envelope.ts'
import { Refused } from '../errors.ts'
import { readIds } from '../ids.ts'
import { answerOnce } from '../write/answer-once.ts'
import { answeredRow } from './answered-row.ts'
import type { EntityRoute, Incoming } from './route-maker.ts'
import { fieldParams, verbPermission } from './route-parts.ts'
import { answerRows } from './row-outcomes.ts'

interface WriteOne {
  readonly model: Model
  readonly answered?: ReturnType<typeof answeredRow>
  readonly operation: 'add' | 'edit' | 'delete'
  readonly row: WireRow
  readonly message: string
}

/** Write one row, at most once, and answer with its new state. */
async function writeOne({ engine, save }: EngineInternals, { request, actor }: Incoming, write: WriteOne): Promise<Envelope> {
  const { model, answered, operation, row, message } = write
  const prepared = await engine.prepare({ entity: model.name, operation, rows: [row], actor })
  return answerOnce({ engine, request, actor, model }, async (tx, isLast) => {
    if (operation !== 'delete') {
      const saved = await save(prepared, tx, isLast)
      return ok(saved && answered ? answered(saved) : saved, message)
    }
    await engine.write(prepared, tx)
    return ok(null, message)
  })
}

interface WriteMany {
  readonly model: Model
  readonly operation: Operation
  readonly ids: readonly string[]
  readonly message: string
}

/** Delete, restore or purge many rows, each with its own outcome. */
export async function writeMany(engine: Engine, { request, actor }: Incoming, write: WriteMany) {
  const { model, operation, ids, message } = write
  if (!ids.length) throw new Refused('参数不识别！')
  const rows = ids.map((id) => ({ id }))
  const outcomes = await answerOnce({ engine, request, actor, model }, (tx) =>
    engine.write({ entity: model.name, operation, rows, actor, onRefusal: 'collect' }, tx),
  )
  const answer = answerRows(outcomes, message)
  return ok(answer.result, answer.message)
}

/** Adding, editing and deleting. */
export function writeRoutes(internals: EngineInternals, model: Model, base: string): (EntityRoute & { verb: WriteVerb })[] {
  const { engine } = internals
  const { entity } = model
  const sentences = entity.messages
  const answered = answeredRow(model)
  return [
    {
      verb: 'add',
      verbs: ['POST'],
      path: `${base}/add`,
      access: verbPermission(model, 'add'),
      title: `新增${entity.title}`,
      params: fieldParams(model),
      handle: (incoming) =>
        writeOne(internals, incoming, { model, answered, operation: 'add', row: incoming.body, message: sentences?.add ?? '添加成功！' }),
    },
    {
      verb: 'edit',
      action: 'edit',
      verbs: ['PUT', 'POST'],
      path: `${base}/edit`,
      access: verbPermission(model, 'edit'),
      title: `编辑${entity.title}`,
      params: fieldParams(model),
      handle: (incoming) =>
        writeOne(internals, incoming, { model, answered, operation: 'edit', row: incoming.body, message: sentences?.edit ?? '编辑成功！' }),
    },
    {
      verb: 'delete',
      action: 'delete',
      verbs: ['DELETE'],
      path: `${base}/delete`,
      access: verbPermission(model, 'delete'),
      title: `删除${entity.title}`,
      params: { id: { type: 'string' } },
      handle: (incoming) => {
        const { query } = incoming
        const row = { id: query['id'] ?? query[model.id] ?? '' }
        return writeOne(internals, incoming, { model, operation: 'delete', row, message: sentences?.delete ?? '删除成功!' })
      },
    },
    {
      verb: 'deleteBatch',
      action: 'delete',
      verbs: ['DELETE'],
      path: `${base}/deleteBatch`,
      access: verbPermission(model, 'delete'),
      title: `批量删除${entity.title}`,
      params: { ids: { type: 'string' } },
      handle: (incoming) =>
        writeMany(engine, incoming, {
          model,
          operation: 'delete',
          ids: readIds(incoming.query['ids']),
          message: sentences?.deleteBatch ?? '批量删除成功！',
        }),
    },
  ]
}
