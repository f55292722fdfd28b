import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database, LinkField, Model } from '../contract.ts'
import { never } from './where.ts'

/** So many ids of the other side stand in a statement. */
const MOST_IDS = 1000
/** So many links are read and their rows sorted; of more, those of a page stand soon enough in the order of the list. */
const FEW = 1000

interface LinkContext {
  readonly db: Pick<Database, 'read'>
  readonly dialect: Database['dialect']
}

type Through = LinkField['through']

/** A relation, and whom it links to: ids, or a query of their `id`. */
interface Sought {
  readonly through: Through
  readonly to: readonly string[] | RawBuilder<unknown>
}

interface Found {
  readonly ids: readonly string[]
  readonly isFew: boolean
}

const isIds = (to: Sought['to']): to is readonly string[] => Array.isArray(to)
const listSql = (to: Sought['to']): RawBuilder<unknown> => (isIds(to) ? sql.join([...to]) : to)

/** The rows at `t` that are linked: the links are read, and then their rows. */
export const readLinksSql = ({ idColumn }: Model, { through: { table, own, other }, to }: Sought): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`t.${idColumn}`)} in (select ${sql.ref(`l.${own}`)} from ${sql.table(table)} as l where ${sql.ref(`l.${other}`)} in (${listSql(to)}))`

/** The same, asked of one row after the other. */
export const askLinksSql = ({ idColumn }: Model, { through: { table, own, other }, to }: Sought): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from ${sql.table(table)} as l where ${sql.ref(`l.${own}`)} = ${sql.ref(`t.${idColumn}`)} and ${sql.ref(`l.${other}`)} in (${listSql(to)}))`

/**
 * The rows that the relation filters of one request name, such as the people of a department and of all below it. Of few links the rows
 * are read and sorted; of many, rows are read in the order of the list until a page is full. How many they are no database can tell from
 * a query of ids. PostgreSQL knows it of ids that stand in the statement; on SQLite the links are counted.
 */
export class LinkMatches {
  readonly #context: LinkContext
  readonly #isCount: boolean
  readonly #sought = new Map<string, Sought>()
  readonly #found = new Map<string, Found>()

  /** `isCount`: all rows are counted, in no order. */
  constructor(context: LinkContext, isCount: boolean) {
    this.#context = context
    this.#isCount = isCount
  }

  /** Whether a condition names so few rows that reading those costs less than reading all in order. */
  get isNarrow(): boolean {
    return [...this.#found.values()].some(({ isFew }) => isFew)
  }

  /** The condition on rows at `t`; the name tells it from the request's others. */
  within(name: string, model: Model, sought: Sought): RawBuilder<SqlBool> {
    this.#sought.set(name, sought)
    const found = this.#found.get(name)
    if (!found) return isIds(sought.to) ? askLinksSql(model, sought) : readLinksSql(model, sought)
    if (!found.ids.length) return never
    const known = { through: sought.through, to: found.ids }
    return found.isFew || this.#isCount ? readLinksSql(model, known) : askLinksSql(model, known)
  }

  /** Ask for all that was sought; answers whether anything was found. */
  async find(): Promise<boolean> {
    const isCounted = this.#context.dialect === 'sqlite' && !this.#isCount
    for (const [name, { through, to }] of this.#sought) {
      const ids = isIds(to) ? to : await this.#idsOf(to)
      if (ids.length <= MOST_IDS) this.#found.set(name, { ids, isFew: isCounted && (await this.#isFew(through, ids)) })
    }
    return this.#found.size > 0
  }

  async #idsOf(to: RawBuilder<unknown>): Promise<readonly string[]> {
    const { rows } = await sql<{ id: string }>`select id from (${to}) as c limit ${MOST_IDS + 1}`.execute(this.#context.db.read)
    return rows.map(({ id }) => id)
  }

  async #isFew({ table, other }: Through, ids: readonly string[]): Promise<boolean> {
    if (!ids.length) return true
    const links = sql`select 1 from ${sql.table(table)} where ${sql.ref(other)} in (${sql.join([...ids])}) limit ${FEW + 1}`
    const { rows } = await sql<{ n: number }>`select count(*) as n from (${links}) as c`.execute(this.#context.db.read)
    return Number(rows[0]?.n ?? 0) <= FEW
  }
}
