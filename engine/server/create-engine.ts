import type { Engine, EngineOptions, Model, Tx, WriteRequest } from './contract.ts'
import { Refused } from './errors.ts'
import { modelsOf } from './model.ts'
import { permissionNodes } from './permission-nodes.ts'
import { CountCache } from './query/count-cache.ts'
import { findRows } from './query/find-rows.ts'
import { listPage, walkRows, type Readers } from './query/list-rows.ts'
import { scopeSql } from './query/row-scope.ts'
import { translateDatabaseError } from './write/database-errors.ts'
import { prepareRows } from './write/prepare-rows.ts'
import { writeRows, type Writers } from './write/write-rows.ts'

/** The engine together with what its own routes need. */
export interface EngineParts {
  readonly engine: Engine
  readonly readers: Readers
}

/** What the schema says of editing and deleting a row is asked on every door, not only behind the button. */
function standardGuard(model: Model, request: WriteRequest): Pick<WriteRequest, 'guard'> {
  if (request.guard || request.trusted) return {}
  const action = Object.values(model.entity.rowActions ?? {}).find((one) => one.does === request.operation)
  return action?.when ? { guard: { when: action.when, otherwise: action.otherwise ?? '当前状态不允许此操作！' } } : {}
}

/** Build the engine over a database: models, readers, the one write path. Nothing is read or written yet. */
export function createEngine(options: EngineOptions): EngineParts {
  const models = modelsOf(options.entities)
  const { db } = options
  const counts = new CountCache(db.dialect === 'postgres')
  const listeners: ((entities: ReadonlySet<string>) => void)[] = []
  let dictionaries: ReturnType<EngineOptions['readDictionaries']> | undefined
  const readDictionaries = () => {
    dictionaries ??= options.readDictionaries(db.read).catch((error: unknown) => {
      dictionaries = undefined
      throw error
    })
    return dictionaries
  }
  const catalog = { models, derivations: options.derivations, scopes: options.scopes, dialect: db.dialect, now: options.now }
  const readers: Readers = { ...catalog, db, rules: options.rules, counts, selections: new Map(), dictionaries: readDictionaries }
  const modelNamed = (name: string): Model => {
    const model = models.get(name)
    if (!model) throw new Refused(`没有实体 ${name}`)
    return model
  }
  const written = (names: ReadonlySet<string>) => {
    counts.written([...names].map((name) => modelNamed(name).table))
    for (const listener of listeners) listener(names)
  }
  const pending = new WeakMap<Tx, Set<string>>()

  async function write(request: WriteRequest, open?: Tx) {
    if (!request.rows.length) return []
    const model = modelNamed(request.entity)
    const guarded = { ...request, ...standardGuard(model, request) }
    const prepared = await prepareRows(model, request, options.hash)
    const run = (tx: Tx) => writeRows({ writers, tx, model, request: guarded }, prepared, options.now())
    if (open) {
      pending.get(open)?.add(model.name)
      return run(open)
    }
    try {
      return await inTransaction(run, undefined, [model.name])
    } catch (error) {
      throw translateDatabaseError(error, model)
    }
  }

  async function inTransaction<T>(work: (tx: Tx) => Promise<T>, lock?: string, first: readonly string[] = []): Promise<T> {
    const names = new Set(first)
    const answer = await db.write(async (tx) => {
      pending.set(tx, names)
      return work(tx)
    }, lock)
    if (names.size) written(names)
    return answer
  }

  const engine: Engine = {
    db: { ...db, write: (work, lock) => inTransaction(work, lock) },
    models,
    model: modelNamed,
    write,
    list: (request) => listPage(readers, request),
    walk: (request, size) => walkRows(readers, request, size),
    find: async (entity, id, actor) => (await findRows(readers, modelNamed(entity), [id], actor))[0] ?? null,
    scope: (model, actor, alias) => scopeSql(readers, { model, alias, actor, db: db.read }),
    permissions: () => permissionNodes([...models.values()], options.domains),
    dictionaries: readDictionaries,
    refreshDictionaries: () => {
      dictionaries = undefined
    },
    onWrite: (listener) => {
      listeners.push(listener)
    },
  }
  const writers: Writers = { ...catalog, engine, rules: options.rules }
  return { engine, readers }
}
