import type { Database, Engine, EngineOptions, Guard, Model, Tx, WriteRequest } from './contract.ts'
import { Conflict, Refused } from './errors.ts'
import { modelsOf } from './model.ts'
import { permissionNodes } from './permission-nodes.ts'
import { CountCache } from './query/count-cache.ts'
import { findMany, findRows } from './query/find-rows.ts'
import { KnownQueries } from './query/known-queries.ts'
import { listPage, type Readers } from './query/list-rows.ts'
import { scopeSql } from './query/row-scope.ts'
import { walkRows } from './query/walk-rows.ts'
import { translateDatabaseError } from './write/database-errors.ts'
import { guardOfAction } from './write/guard-of-action.ts'
import { prepareRows } from './write/prepare-rows.ts'
import { writeRows, type Writers } from './write/write-rows.ts'

/** The engine together with what its own routes need. */
export interface EngineParts {
  readonly engine: Engine
  readonly readers: Readers
}

/** What the schema says of editing and deleting a row is asked on every door, not only behind the button. */
function guardOf(model: Model, { guard, operation }: WriteRequest): Guard | undefined {
  if (guard) return guard === 'none' ? undefined : guard
  return guardOfAction(Object.values(model.entity.rowActions ?? {}).find((one) => one.does === operation))
}

/** Dictionary items, read once and kept until somebody says they changed; a failed reading is not kept. */
function keptDictionaries({ readDictionaries, db }: EngineOptions) {
  let kept: ReturnType<EngineOptions['readDictionaries']> | undefined
  return {
    read() {
      kept ??= readDictionaries(db.read).catch((error: unknown) => {
        kept = undefined
        throw error
      })
      return kept
    },
    forget() {
      kept = undefined
    },
  }
}

/** Transactions that know which entities they write and tell it once they are committed. */
function watchedTransactions(db: Database, written: (entities: ReadonlySet<string>) => void) {
  const open = new WeakMap<Tx, Set<string>>()
  return {
    note(tx: Tx, entity: string) {
      open.get(tx)?.add(entity)
    },
    async run<T>(work: (tx: Tx) => Promise<T>, lock?: string): Promise<T> {
      const entities = new Set<string>()
      const answer = await db.write(async (tx) => {
        open.set(tx, entities)
        return work(tx)
      }, lock)
      if (entities.size) written(entities)
      return answer
    },
  }
}

/** A conflict names the other person as people know them; the account name stands where nobody does. */
async function withName(error: unknown, { nameOf, db }: EngineOptions): Promise<unknown> {
  if (!(error instanceof Conflict) || typeof error.details !== 'object' || error.details === null) return error
  if (!('who' in error.details) || typeof error.details.who !== 'string') return error
  const name = await nameOf(db.read, error.details.who)
  return name ? new Conflict(error.message, { ...error.details, whoName: name }) : error
}

/** The one door to every row: prepared outside, written inside a transaction of its own or the one given. */
function writerOf(writers: () => Writers, options: EngineOptions, transactions: ReturnType<typeof watchedTransactions>): Engine['write'] {
  return async (request, open) => {
    if (!request.rows.length) return []
    const model = writers().engine.model(request.entity)
    const guarded = { ...request, guard: guardOf(model, request) }
    const prepared = await prepareRows(model, request, (secret) => options.hash(secret))
    const run = (tx: Tx) => {
      transactions.note(tx, model.name)
      return writeRows({ writers: writers(), tx, model, request: guarded }, prepared, options.now())
    }
    try {
      return await (open ? run(open) : transactions.run(run))
    } catch (error) {
      throw translateDatabaseError(await withName(error, options), model)
    }
  }
}

/** Build the engine over a database: models, readers, the one write path. Nothing is read or written yet. */
export function createEngine(options: EngineOptions): EngineParts {
  const models = modelsOf(options.entities)
  const { db, rules, domains, derivations, scopes } = options
  const counts = new CountCache(db.dialect === 'postgres')
  const listeners: ((entities: ReadonlySet<string>) => void)[] = []
  const dictionaries = keptDictionaries(options)
  const catalog = { models, derivations, scopes, dialect: db.dialect, now: () => options.now() }
  const readers: Readers = {
    ...catalog,
    db,
    rules,
    counts,
    selections: new Map(),
    queries: new KnownQueries(),
    dictionaries: () => dictionaries.read(),
  }
  const model = (name: string): Model => {
    const found = models.get(name)
    if (!found) throw new Refused(`没有实体 ${name}`)
    return found
  }
  const transactions = watchedTransactions(db, (entities) => {
    counts.written([...entities].map((name) => model(name).table))
    for (const listener of listeners) listener(entities)
  })
  const engine: Engine = {
    db: { ...db, write: (work, lock) => transactions.run(work, lock) },
    models,
    model,
    write: writerOf(() => writers, options, transactions),
    list: (request) => listPage(readers, request),
    walk: (request, size) => walkRows(readers, request, size),
    find: async (entity, id, actor) => (await findRows(readers, model(entity), [id], actor))[0] ?? null,
    findMany: (entity, ids, actor) => findMany(readers, model(entity), ids, actor),
    scope: (of, actor, alias) => scopeSql(readers, { model: of, alias, actor, db: db.read }),
    permissions: () => permissionNodes([...models.values()], domains),
    dictionaries: () => dictionaries.read(),
    refreshDictionaries: () => dictionaries.forget(),
    onWrite: (listener) => void listeners.push(listener),
  }
  const writers: Writers = { ...catalog, engine, rules }
  return { engine, readers }
}
