import { LRUCache } from 'lru-cache'
import { isMark } from '../fields/structure.ts'
import type { WireRow } from '../schema/index.ts'
import type { Database, Engine, EngineOptions, ListRequest, Model, PreparedWrite, Tx } from './contract.ts'
import { NotFound, Refused } from './errors.ts'
import { modelsOf } from './model/model.ts'
import { queryByOwnNames } from './model/field-aliases.ts'
import { permissionNodes } from './access/permission-nodes.ts'
import { ReadCache } from './query/read-cache.ts'
import type { PageStarts } from './query/far-pages.ts'
import { commonTexts } from './query/text-matches.ts'
import { findMany, findRows, findStatement, foundRows } from './query/find-rows.ts'
import { KnownStatements } from './database/known-statements.ts'
import type { ListPlan } from './query/list-plan.ts'
import { LinkedRows } from './query/linked-rows.ts'
import { listPage, type ReadContext } from './query/list-rows.ts'
import { visibleSql } from './query/row-scope.ts'
import { sightOf } from './query/hiding.ts'
import { readRowRule } from './rows/read-row-rule.ts'
import { walkRows } from './query/walk-rows.ts'
import { allOf } from './query/where.ts'
import { openWriter, type Writer } from './write/open-writer.ts'
import { searchedColumns } from './model/searched-columns.ts'
import { relate } from './write/relate.ts'
import { addsMayWait, stageRows } from './write/staged/stage-rows.ts'
import { watchedTransactions } from './write/watched-transactions.ts'
import type { Reread, WriteContext } from './write/step.ts'

/** The engine together with what only its own routes may use. */
export interface EngineInternals {
  readonly engine: Engine
  readonly readContext: ReadContext
  /** Write one row in the open transaction, which may end with it, and read it as its writer then sees it; null if they do not. */
  save(prepared: PreparedWrite, tx: Tx, isLast: boolean): Promise<WireRow | null>
  /** The name by which people know an account. */
  nameOf(username: string): Promise<string | undefined>
}

/** Plans are kept per list, actor and parameters. */
const MOST_PLANS = 2000
/** Lists of which it is remembered where far pages start. */
const MOST_STARTED = 500
/** On a database that other nodes write to as well, dictionaries are kept this long (milliseconds). */
const DICTIONARIES_KEPT = 5000

/** Dictionary items, read once and kept until they change; a failed read is not kept. */
function keptDictionaries({ readDictionaries, db }: EngineOptions) {
  let kept: ReturnType<EngineOptions['readDictionaries']> | undefined
  let readAt = 0
  return {
    read() {
      if (db.dialect === 'postgres' && Date.now() - readAt > DICTIONARIES_KEPT) kept = undefined
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

function modelNamed(models: ReadonlyMap<string, Model>, name: string): Model {
  const found = models.get(name)
  if (!found) throw new Refused(`没有实体 ${name}`)
  return found
}

/** Reading what an open transaction sees. */
const within = (context: ReadContext, tx: Tx): ReadContext => ({
  ...context,
  db: { dialect: context.dialect, read: tx, steady: tx, brief: tx },
})

function saverOf(context: ReadContext, writer: Writer): EngineInternals['save'] {
  return async (prepared, tx, isLast) => {
    const { entity, actor } = prepared.request
    const from = within(context, tx)
    const model = modelNamed(context.models, entity)
    const found = { model, actor }
    const reread: Reread = { statementOf: (id) => findStatement(from, found, [id]), rows: undefined, isLast }
    const [outcome] = await writer.write(prepared, tx, reread)
    if (!outcome) throw new NotFound()
    const rows = reread.rows ? await foundRows(from, found, reread.rows) : await findRows(from, model, [outcome.id], actor)
    return rows[0] ?? null
  }
}

/** Who is called after each committed write, here or on another node: what was read and kept, then those who asked. */
function writeListeners(models: ReadonlyMap<string, Model>, kept: readonly Pick<ReadCache<unknown>, 'written'>[], { versions }: Database) {
  const listeners: ((entities: ReadonlySet<string>) => void)[] = []
  const tablesOf = (entities: ReadonlySet<string>) => [...entities].flatMap((name) => models.get(name)?.table ?? [])
  const written = (entities: ReadonlySet<string>): void => {
    for (const cache of kept) cache.written(tablesOf(entities))
    for (const listener of listeners) listener(entities)
  }
  const writtenElsewhere = (entities: ReadonlySet<string>): void => {
    versions.written(tablesOf(entities))
    written(entities)
  }
  return { written, writtenElsewhere, onWrite: (listener: (entities: ReadonlySet<string>) => void) => void listeners.push(listener) }
}

/** Tables that the application writes itself are written without a word to the engine. */
function writtenBeside(models: ReadonlyMap<string, Model>, { versions }: Database): (table: string) => number {
  const own = new Set(
    [...models.values()].flatMap(({ entity, table }) => [
      ...(entity.source === undefined ? [] : [table]),
      ...Object.values(entity.fields).flatMap((field) => (isMark(field) ? [field.table] : [])),
    ]),
  )
  return (table) => (own.has(table) ? versions.of(table) : 0)
}

/** What was read and is kept until it is written: how many rows lists have, and where their far pages start. */
function keptReads(models: ReadonlyMap<string, Model>, db: Database) {
  const keeping = { besides: writtenBeside(models, db), ...(db.shared ? { shared: db.shared } : {}) }
  return { counts: new ReadCache<number>(keeping), starts: new ReadCache<PageStarts | undefined>({ ...keeping, most: MOST_STARTED }) }
}

/** Build the engine over a database: models, reading, the one write path. Nothing is read or written yet. */
export function createEngine(options: EngineOptions): EngineInternals {
  const models = modelsOf(options.entities)
  const { db, rules, domains, derivations, scopes, dictionaryPlaces } = options
  const kept = keptReads(models, db)
  const { written, writtenElsewhere, onWrite } = writeListeners(models, Object.values(kept), db)
  const dictionaries = keptDictionaries(options)
  const statements = new KnownStatements()
  const sqlContext = {
    models,
    searched: searchedColumns(models),
    derivations,
    scopes,
    dialect: db.dialect,
    dictionaryPlaces,
    now: () => options.now(),
  }
  const readContext: ReadContext = {
    ...sqlContext,
    db,
    rules,
    ...kept,
    selections: new Map(),
    plans: new LRUCache<string, ListPlan>({ max: MOST_PLANS }),
    statements,
    common: commonTexts(),
    linked: new LinkedRows(),
    dictionaries: () => dictionaries.read(),
  }
  const model = (name: string): Model => modelNamed(models, name)
  const byOwnNames = (request: ListRequest): ListRequest => ({ ...request, query: queryByOwnNames(model(request.entity), request.query) })
  const transactions = watchedTransactions({ db, feed: options.feed }, written)
  const writer = openWriter(() => writeContext, options, transactions)
  const engine: Engine = {
    db: { ...db, write: (work, lock) => transactions.run(work, lock) },
    models,
    model,
    ...writer,
    relate: (tx, request) => relate(writeContext, tx, request),
    stage: (entity, actor) => stageRows(writeContext, model(entity), actor),
    addsMayWait: (entity) => addsMayWait(writeContext, model(entity)),
    list: async (request) => listPage(readContext, byOwnNames(request)),
    walk: (request, size) => walkRows(readContext, byOwnNames(request), size),
    find: async (entity, id, actor, tx) =>
      (await findRows(tx ? within(readContext, tx) : readContext, model(entity), [id], actor))[0] ?? null,
    findMany: (entity, ids, actor) => findMany(readContext, model(entity), ids, actor),
    visible: (of, actor) => allOf(visibleSql(readContext, { model: of, actor, db: db.read }).limits),
    ...sightOf(readContext),
    readRowRule: (of, rule, writer) => readRowRule(sqlContext, { model: of, writer }, rule),
    permissions: () => permissionNodes([...models.values()], domains),
    dictionaries: () => dictionaries.read(),
    refreshDictionaries: () => dictionaries.forget(),
    announce: (tx, announcement) => transactions.tell(tx, { kind: 'announcement', ...announcement }),
    now: () => options.now(),
    writtenElsewhere,
    onWrite,
  }
  const writeContext: WriteContext = { ...sqlContext, statements, engine, rules, transactions, valueRules: options.valueRules }
  return { engine, readContext, save: saverOf(readContext, writer), nameOf: (username) => options.nameOf(db.read, username) }
}
