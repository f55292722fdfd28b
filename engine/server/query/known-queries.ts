import type { CompiledQuery, RawBuilder } from 'kysely'
import type { Reader } from '../contract.ts'

const MOST_KNOWN = 2000

interface Known {
  readonly query: CompiledQuery
  /** The parameters that belong to the shape; those of the single request follow them. */
  readonly fixed: readonly unknown[]
}

/** One query of a shape that may have been seen before. */
export interface KnownQuery<Row> {
  /** What decides the text and all parameters but the last ones; undefined when nothing short of building does. */
  readonly shape: string | undefined
  /** The last parameters, in the order in which the query names them. */
  readonly values: readonly unknown[]
  build(): RawBuilder<Row>
}

const endsWith = (all: readonly unknown[], end: readonly unknown[]): boolean =>
  all.length >= end.length && end.every((value, at) => value === all[all.length - end.length + at])

/** Compiled queries by shape: a small query costs more to build than SQLite needs to run it. */
export class KnownQueries {
  readonly #known = new Map<string, Known>()

  async rows<Row>(db: Reader, { shape, values, build }: KnownQuery<Row>): Promise<Row[]> {
    const known = shape === undefined ? undefined : this.#known.get(shape)
    const query = known ? { ...known.query, parameters: [...known.fixed, ...values] } : build().compile(db)
    if (!known && shape !== undefined) this.#learn(shape, query, values)
    return (await db.executeQuery<Row>(query)).rows
  }

  /** A query that does not end in the values is of no shape: it is built each time. */
  #learn(shape: string, query: CompiledQuery, values: readonly unknown[]): void {
    if (!endsWith(query.parameters, values)) return
    if (this.#known.size >= MOST_KNOWN) this.#known.clear()
    this.#known.set(shape, { query, fixed: query.parameters.slice(0, query.parameters.length - values.length) })
  }
}
