import { LRUCache } from 'lru-cache'
import type { Engine, EngineOptions, ListRequest, Model } from './contract.ts'
import { Refused } from './errors.ts'
import { modelsOf } from './model.ts'
import { queryByOwnNames } from './other-names.ts'
import { permissionNodes } from './permission-nodes.ts'
import { CountCache } from './query/count-cache.ts'
import { findMany, findRows } from './query/find-rows.ts'
import { KnownStatements } from './database/known-statements.ts'
import type { ListPlan } from './query/list-plan.ts'
import { listPage, type ReadContext } from './query/list-rows.ts'
import { visibleSql } from './query/row-scope.ts'
import { walkRows } from './query/walk-rows.ts'
import { allOf } from './query/where.ts'
import { openWriter } from './write/open-writer.ts'
import { watchedTransactions } from './write/watched-transactions.ts'
import type { WriteContext } from './write/step.ts'

/** The engine together with what only its own routes may use. */
export interface EngineInternals {
  readonly engine: Engine
  readonly readContext: ReadContext
  /** The name by which people know an account. */
  nameOf(username: string): Promise<string | undefined>
}

/** Plans are kept per list, actor and parameters. */
const MOST_PLANS = 2000
/** On a database that other nodes write to as well, dictionaries are kept this long (milliseconds). */
const SHARED_LIFETIME = 5000

/** Dictionary items, read once and kept until they change; a failed read is not kept. */
function keptDictionaries({ readDictionaries, db }: EngineOptions) {
  let kept: ReturnType<EngineOptions['readDictionaries']> | undefined
  let readAt = 0
  return {
    read() {
      if (db.dialect === 'postgres' && Date.now() - readAt > SHARED_LIFETIME) kept = undefined
      if (!kept) readAt = Date.now()
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

/** Build the engine over a database: models, reading, the one write path. Nothing is read or written yet. */
export function createEngine(options: EngineOptions): EngineInternals {
  const models = modelsOf(options.entities)
  const { db, rules, domains, derivations, scopes, dictionaryPlaces } = options
  const counts = new CountCache(db.dialect === 'postgres')
  const listeners: ((entities: ReadonlySet<string>) => void)[] = []
  const dictionaries = keptDictionaries(options)
  const statements = new KnownStatements()
  const sqlContext = { models, derivations, scopes, dialect: db.dialect, dictionaryPlaces, now: () => options.now() }
  const readContext: ReadContext = {
    ...sqlContext,
    db,
    rules,
    counts,
    selections: new Map(),
    plans: new LRUCache<string, ListPlan>({ max: MOST_PLANS }),
    statements,
    dictionaries: () => dictionaries.read(),
  }
  const model = (name: string): Model => {
    const found = models.get(name)
    if (!found) throw new Refused(`没有实体 ${name}`)
    return found
  }
  const byOwnNames = (request: ListRequest): ListRequest => ({ ...request, query: queryByOwnNames(model(request.entity), request.query) })
  const transactions = watchedTransactions({ db, feed: options.feed }, (entities) => {
    counts.written([...entities].map((name) => model(name).table))
    for (const listener of listeners) listener(entities)
  })
  const engine: Engine = {
    db: { ...db, write: (work, lock) => transactions.run(work, lock) },
    models,
    model,
    ...openWriter(() => writeContext, options, transactions),
    list: async (request) => listPage(readContext, byOwnNames(request)),
    walk: (request, size) => walkRows(readContext, byOwnNames(request), size),
    find: async (entity, id, actor, tx) => {
      const from = tx ? { ...readContext, db: { ...readContext.db, read: tx, steady: tx } } : readContext
      return (await findRows(from, model(entity), [id], actor))[0] ?? null
    },
    findMany: (entity, ids, actor) => findMany(readContext, model(entity), ids, actor),
    visible: (of, actor) => allOf(visibleSql(readContext, { model: of, actor, db: db.read }).limits),
    permissions: () => permissionNodes([...models.values()], domains),
    dictionaries: () => dictionaries.read(),
    refreshDictionaries: () => dictionaries.forget(),
    announce: (tx, announcement) => transactions.tell(tx, { kind: 'announcement', ...announcement }),
    now: () => options.now(),
    onWrite: (listener) => void listeners.push(listener),
  }
  const writeContext: WriteContext = { ...sqlContext, statements, engine, rules, transactions }
  return { engine, readContext, nameOf: (username) => options.nameOf(db.read, username) }
}
