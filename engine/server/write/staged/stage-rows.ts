import { setImmediate } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { isFiles } from '../../../fields/structure.ts'
import type { WireRow } from '../../../schema/index.ts'
import { chunksOf } from '../../chunks.ts'
import type { Actor, DictionaryEntry, Model, NewRows, StagedRows, Tx } from '../../contract.ts'
import { storedRows } from '../statements/stored-rows.ts'
import { insertsOf } from '../statements/insert-rows.ts'
import { uniqueFields } from '../../model/unique-rules.ts'
import type { WriteContext } from '../step.ts'

/** So many rows are looked at or added by one statement, and so many changed, which takes longer; others are served between two. */
const MOST_ROWS = 500
const MOST_CHANGED = 100

/** A table of the database, and the temporary one in which rows for it wait. */
interface WaitingTable {
  readonly table: string
  readonly waiting: string
  readonly columns: readonly string[]
  /** Of rows that are in the table already: the columns that change in any of them. */
  readonly changed: Set<string> | undefined
}

const refs = (columns: Iterable<string>) => sql.join([...columns].map((column) => sql.ref(column)))

/** Store the waiting rows with these numbers. */
function storePart({ table, waiting, columns, changed }: WaitingTable, after: number, last: number): RawBuilder<unknown> {
  const range = sql`w.rowid > ${after} and w.rowid <= ${last}`
  const from = sql`from ${sql.table(waiting)} as w`
  if (!changed)
    return sql`insert into ${sql.table(table)} (${refs(columns)}) select ${refs(columns)} ${from} where ${range} order by w.rowid`
  const id = columns[0] ?? ''
  const sets = [...changed].map((column) => sql`${sql.ref(column)} = ${sql.ref(`w.${column}`)}`)
  return sql`update ${sql.table(table)} as t set ${sql.join(sets)} ${from} where ${sql.ref(`t.${id}`)} = ${sql.ref(`w.${id}`)} and ${range}`
}

interface Relied {
  readonly model: Model
  readonly versions: Map<string, unknown>
}

/** Rows of one entity, in temporary tables of the connection that writes. */
class TemporaryRows implements StagedRows {
  readonly takesEdits: boolean
  readonly #context: WriteContext
  readonly #model: Model
  readonly #actor: Actor
  readonly #tables = new Map<string, WaitingTable>()
  readonly #relied = new Map<string, Relied>()
  #prefix = ''
  #dictionaries: ReadonlyMap<string, readonly DictionaryEntry[]> | undefined

  constructor(context: WriteContext, model: Model, actor: Actor) {
    this.#context = context
    this.#model = model
    this.#actor = actor
    this.takesEdits = mayEditsWait(context, model)
  }

  async open(slot: number): Promise<void> {
    this.#prefix = `staged_${slot}_`
    this.#tables.clear()
    this.#relied.clear()
    this.#dictionaries = await this.#context.engine.dictionaries()
    await this.#clear()
  }

  /** The table is made by the first rows, and again if their transaction is done again. */
  async #waitingTable(tx: Tx, { table, columns, changed }: NewRows): Promise<WaitingTable> {
    // Statements are known by this name: of two entities with one table each has columns of its own.
    const waiting = `${this.#prefix}${this.#model.name}_${changed ? 'changed_' : ''}${table}`
    const found: WaitingTable = this.#tables.get(waiting) ?? { table, columns, waiting, changed: changed && new Set() }
    for (const column of changed ?? []) found.changed?.add(column)
    this.#tables.set(waiting, found)
    const build = () => ({
      query: sql<WireRow>`create temporary table if not exists ${sql.table(waiting)} as select ${refs(columns)} from ${sql.table(table)} where 0`,
    })
    await this.#context.statements.run(tx, { shape: `stage/${waiting}`, values: [], build })
    return found
  }

  async take(tx: Tx, sets: readonly NewRows[]): Promise<void> {
    for (const set of sets) {
      const { waiting } = await this.#waitingTable(tx, set)
      await this.#context.statements.together(tx, insertsOf({ ...set, name: waiting, table: waiting }, this.#context.dialect))
    }
  }

  relyOn(model: Model, rows: ReadonlyMap<string, WireRow>): void {
    const { versions } = this.#relied.get(model.name) ?? { versions: new Map<string, unknown>() }
    // The first rows were checked against the version that was read first.
    for (const [id, row] of rows) if (!versions.has(id)) versions.set(id, row['version'])
    this.#relied.set(model.name, { model, versions })
  }

  async isAsChecked(tx: Tx): Promise<boolean> {
    if ((await this.#context.engine.dictionaries()) !== this.#dictionaries) return false
    for (const { model, versions } of this.#relied.values())
      for (const part of chunksOf([...versions], MOST_ROWS)) {
        const now = await storedRows(this.#context, tx, { model, ids: part.map(([id]) => id), onlyIds: true, actor: this.#actor })
        if (part.some(([id, version]) => now.get(id)?.['version'] !== version)) return false
        await setImmediate()
      }
    return true
  }

  async store(tx: Tx): Promise<void> {
    this.#context.transactions.note(tx, this.#model.name)
    for (const one of this.#tables.values()) {
      const { rows } = await sql<{ last: number | null }>`select max(rowid) as last from ${sql.table(one.waiting)}`.execute(tx)
      const step = one.changed ? MOST_CHANGED : MOST_ROWS
      for (let done = 0; done < (rows[0]?.last ?? 0); done += step) {
        await storePart(one, done, done + step).execute(tx)
        await setImmediate()
      }
    }
  }

  /** What was done with the rows is done, whether or not they can be removed now: the next in the same slot removes them too. */
  async drop(): Promise<void> {
    await this.#clear().catch(() => undefined)
  }

  #clear(): Promise<void> {
    return this.#context.engine.db.write(async (tx) => {
      const { rows } = await sql<{ name: string }>`select name from temp.sqlite_master where type = 'table'`.execute(tx)
      for (const { name } of rows) if (name.startsWith(this.#prefix)) await sql`drop table ${sql.table(`temp.${name}`)}`.execute(tx)
    })
  }
}

/**
 * Whether it makes no difference to added rows that they are checked a while before they are stored, and without each other. The database
 * itself must notice when one of them has been added by somebody else.
 */
export function addsMayWait({ rules }: Pick<WriteContext, 'rules'>, { name, entity, unique, filled }: Model): boolean {
  const own = rules[name] ?? {}
  const isRuled = Boolean(own.locks ?? own.beforeSave ?? own.afterWrite) && !own.addsMayWait
  // A number that is taken for a row that is not stored in the end would leave a gap.
  const isTied = filled[0] ?? entity.tree ?? entity.exclusive ?? entity.openWhile ?? entity.feed
  const { matchOn = [], columns = [] } = entity.import ?? {}
  const isNeeded = (key: string) => Boolean(entity.fields[key]?.required)
  // An index holds two rows without a value for different, a rule for equal.
  const isNoticed =
    unique.some((rule) => uniqueFields(rule).every((key) => matchOn.includes(key) && isNeeded(key))) &&
    // A value that no sheet has is not looked at before the rows are stored.
    unique.every((rule) => columns.includes(rule.own.key) && rule.within.every(({ key }) => isNeeded(key)))
  return isNoticed && !isRuled && !isTied && !columns.some((key) => isFiles(entity.fields[key]))
}

/** Whether edited rows may wait, too: their write changes nothing but the rows themselves. */
function mayEditsWait({ rules }: Pick<WriteContext, 'rules'>, { name, links }: Model): boolean {
  const { locks, beforeSave, afterWrite } = rules[name] ?? {}
  return !links.length && !(locks ?? beforeSave ?? afterWrite)
}

/** On PostgreSQL a long transaction holds nobody, on SQLite every other writer. */
export const stageRows = (context: WriteContext, model: Model, actor: Actor): StagedRows | undefined =>
  context.dialect === 'sqlite' && addsMayWait(context, model) ? new TemporaryRows(context, model, actor) : undefined
