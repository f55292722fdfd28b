import { LRUCache } from 'lru-cache'
import type { Engine, EngineOptions, ListRequest, Model } from './contract.ts'
import { Refused } from './errors.ts'
import { modelsOf } from './model.ts'
import { queryByOwnNames } from './other-names.ts'
import { permissionNodes } from './permission-nodes.ts'
import { CountCache } from './query/count-cache.ts'
import { findMany, findRows } from './query/find-rows.ts'
import { KnownQueries } from './query/known-queries.ts'
import type { ListPlan } from './query/list-plan.ts'
import { listPage, type Readers } from './query/list-rows.ts'
import { allOf, visibleSql } from './query/row-scope.ts'
import { walkRows } from './query/walk-rows.ts'
import { openWriter } from './write/open-writer.ts'
import { watchedTransactions } from './write/watched-transactions.ts'
import type { Writers } from './write/step.ts'

/** The engine together with what its own routes need. */
export interface EngineParts {
  readonly engine: Engine
  readonly readers: Readers
  /** The name that people know an account by. */
  nameOf(username: string): Promise<string | undefined>
}

/** Lists, by whom they are read and by which parameters they are asked. */
const MOST_PLANS = 2000
/** On a database that other nodes write too, dictionaries are believed this long (milliseconds). */
const SHARED_BELIEF = 5000

/** Dictionary items, read once and kept until somebody says they changed; a failed reading is not kept. */
function keptDictionaries({ readDictionaries, db }: EngineOptions) {
  let kept: ReturnType<EngineOptions['readDictionaries']> | undefined
  let readAt = 0
  return {
    read() {
      if (db.dialect === 'postgres' && Date.now() - readAt > SHARED_BELIEF) kept = undefined
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

/** Build the engine over a database: models, readers, the one write path. Nothing is read or written yet. */
export function createEngine(options: EngineOptions): EngineParts {
  const models = modelsOf(options.entities)
  const { db, rules, domains, derivations, scopes, dictionaryPlaces } = options
  const counts = new CountCache(db.dialect === 'postgres')
  const listeners: ((entities: ReadonlySet<string>) => void)[] = []
  const dictionaries = keptDictionaries(options)
  const catalog = { models, derivations, scopes, dialect: db.dialect, dictionaryPlaces, now: () => options.now() }
  const readers: Readers = {
    ...catalog,
    db,
    rules,
    counts,
    selections: new Map(),
    plans: new LRUCache<string, ListPlan>({ max: MOST_PLANS }),
    queries: new KnownQueries(),
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
    ...openWriter(() => writers, options, transactions),
    list: async (request) => listPage(readers, byOwnNames(request)),
    walk: (request, size) => walkRows(readers, byOwnNames(request), size),
    find: async (entity, id, actor, tx) => {
      const from = tx ? { ...readers, db: { ...readers.db, read: tx, steady: tx } } : readers
      return (await findRows(from, model(entity), [id], actor))[0] ?? null
    },
    findMany: (entity, ids, actor) => findMany(readers, model(entity), ids, actor),
    visible: (of, actor) => allOf(visibleSql(readers, { model: of, actor, db: db.read }).limits),
    permissions: () => permissionNodes([...models.values()], domains),
    dictionaries: () => dictionaries.read(),
    refreshDictionaries: () => dictionaries.forget(),
    announce: (tx, announcement) => transactions.tell(tx, { kind: 'announcement', ...announcement }),
    now: () => options.now(),
    onWrite: (listener) => void listeners.push(listener),
  }
  const writers: Writers = { ...catalog, engine, rules, transactions }
  return { engine, readers, nameOf: (username) => options.nameOf(db.read, username) }
}
