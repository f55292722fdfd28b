import { randomInt, randomUUID } from 'node:crypto'
import type { CompiledQuery, RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../contract.ts'

const MOST_KNOWN = 2000

type Value = string | number

interface Known {
  readonly steady: boolean
  readonly query: CompiledQuery
  /** For each parameter the value of the request that it takes, or -1 where the shape itself gives it. */
  readonly takes: readonly number[]
}

/** One query of a shape that may have been seen before. */
export interface KnownQuery<Row> {
  /** What decides the text and all parameters but the request's values; undefined when nothing short of building does. */
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
 */
export class KnownQueries {
  readonly #known = new LRUCache<string, Known | 'unknowable'>({ max: MOST_KNOWN })

  async rows<Row>(db: Pick<Database, 'read' | 'steady'>, { shape, values, build }: KnownQuery<Row>): Promise<Row[]> {
    const known = shape === undefined ? 'unknowable' : (this.#known.get(shape) ?? this.#learn(shape, values, { db, build }))
    if (known === 'unknowable') return (await build(values).query.execute(db.read)).rows
    const { query, takes } = known
    const parameters = query.parameters.map((own, at) => values[takes[at] ?? -1] ?? own)
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
    const known = marks.every((_, at) => takes.includes(at)) ? { query, takes, steady: built.steady } : 'unknowable'
    this.#known.set(shape, known)
    return known
  }
}
