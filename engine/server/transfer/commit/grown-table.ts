import { sql } from 'kysely'
import type { Database, Model, Tx } from '../../contract.ts'

/** So many added rows change how a table is best read, and then four times as many again. */
const FIRST = 1000
const TIMES = 4

/** How many rows PostgreSQL believes the table to have. */
async function plannedRows(tx: Tx, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select reltuples as n from pg_class where oid = ${table}::regclass`.execute(tx)
  return rows[0]?.n ?? 0
}

/**
 * Tells PostgreSQL how far a table has grown within the open transaction. It plans by what the table was like when it was last looked
 * at, and nobody else sees these rows yet: looking for a value in a table that was small would read all of it, for every batch.
 */
export class GrownTable {
  readonly #dialect: Database['dialect']
  readonly #model: Model
  #next = FIRST

  constructor({ dialect }: Pick<Database, 'dialect'>, model: Model) {
    this.#dialect = dialect
    this.#model = model
  }

  async note(tx: Tx, added: number): Promise<void> {
    if (this.#dialect !== 'postgres' || added < this.#next) return
    this.#next = added * TIMES
    const { table, idColumn, unique, links } = this.#model
    // What it takes for large is not scanned, however much is added.
    const isSmall = async (name: string) => (await plannedRows(tx, name)) <= added
    // Named columns keep the expressions of indexes out of it, which take far longer.
    const columns = [...new Set([idColumn, ...unique.map(({ own }) => own.column)])].map((column) => sql.ref(column))
    if (await isSmall(table)) await sql`analyze ${sql.table(table)} (${sql.join(columns)})`.execute(tx)
    for (const { through } of links) if (await isSmall(through.table)) await sql`analyze ${sql.table(through.table)}`.execute(tx)
  }
}
