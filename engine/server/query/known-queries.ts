import { randomInt, randomUUID } from 'node:crypto'
import type { CompiledQuery, RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../contract.ts'

const MOST_KNOWN = 2000

type Value = string | number

interface Known {
  readonly steady: boolean
  readonly query: CompiledQuery
  /** For each parameter, the index of the request's value that it takes, or -1 if the shape itself determines it. */
  readonly takes: readonly number[]
}

/** One query of a shape that may have been seen before. */
export interface KnownQuery<Row> {
  /** What determines the SQL and all parameters except the request's values; undefined if the query has to be built each time. */
  readonly shape: string | undefined
  readonly values: readonly Value[]
  /** Build the query over these values: the request's, or marks in their place. */
  build(values: readonly Value[]): Built<Row>
}

interface Built<Row> {
  readonly query: RawBuilder<Row>
  /** Whether one plan serves all values (`Database.steady`). */
  readonly steady: boolean
}

const markFor = (value: Value): Value => (typeof value === 'number' ? randomInt(2 ** 40, 2 ** 47) : randomUUID())

/**
 * Compiled queries by shape: a small query costs more to build than SQLite needs to run it.
 * Which parameter is whose is learned from random marks, never from what a request happens to ask:
 * a value that equals one of the query's own limits must not take that limit's place.
 *
 * What would break it, and answer one request with the query of another:
 * - Something decides the SQL or its own parameters that the shape does not name. A scope, a rule's filter or a derivation
 *   may read of the actor what `wholeActor` names, of the time the day of the selection, and nothing else; a new limit on
 *   what somebody sees belongs into `askedBy`.
 * - `build` looks at a value: it branches on it, or works out another parameter from it. It sees a mark, once for all. Values
 *   stand in the query as they are, so they are read (`plainValue`) before they get here, and what would be read
 *   differently (`*x*`, `a,b`, `!x`) is no value.
 * - A text and a number take turns under one shape: the mark was of one type. A field is always the one or the other.
 * - Schemas or rules change while the engine runs. It would have to be made anew, as `npm run dev` does.
 * A value that is changed on its way, or left out, is noticed: its mark is missing, and the query is built each time.
 */
export class KnownQueries {
  readonly #known = new LRUCache<string, Known | 'unknowable'>({ max: MOST_KNOWN })

  async rows<Row>(db: Pick<Database, 'read' | 'steady'>, { shape, values, build }: KnownQuery<Row>): Promise<Row[]> {
    const known = shape === undefined ? 'unknowable' : (this.#known.get(shape) ?? this.#learn(shape, values, { db, build }))
    if (known === 'unknowable') return (await build(values).query.execute(db.read)).rows
    const { query, takes } = known
    const parameters = query.parameters.map((own, index) => values[takes[index] ?? -1] ?? own)
    return (await (known.steady ? db.steady : db.read).executeQuery<Row>({ ...query, parameters })).rows
  }

  #learn<Row>(
    shape: string,
    values: readonly Value[],
    { db, build }: { readonly db: Pick<Database, 'read'> } & Pick<KnownQuery<Row>, 'build'>,
  ): Known | 'unknowable' {
    const marks = values.map(markFor)
    const built = build(marks)
    const query = built.query.compile(db.read)
    const takes = query.parameters.map((parameter) => marks.findIndex((mark) => mark === parameter))
    const known = marks.every((_, index) => takes.includes(index)) ? { query, takes, steady: built.steady } : 'unknowable'
    this.#known.set(shape, known)
    return known
  }
}
