/**
 * One fault that somebody might make, and the tests closest to it. A change that no client could notice is not a fault and is
 * not listed: a lock that SQLite's one writer does not need, a check that is made twice.
 */
export interface Mutation {
  readonly file: string
  /** Occurs exactly once in the file. */
  readonly text: string
  readonly becomes: string
  /** Test files of which at least one must fail. */
  readonly tests: readonly string[]
  /** It shows on PostgreSQL only: the tests run on both databases, and where there is no cluster the fault is not planted. */
  readonly needsPostgres?: boolean
  /** What would go wrong. */
  readonly wrong: string
}

/** Faults of one file, each with its text, the replacement and what would go wrong. */
export const mutationsIn = (
  file: string,
  tests: readonly string[],
  faults: readonly (readonly [text: string, becomes: string, wrong: string, tests?: readonly string[]])[],
): readonly Mutation[] => faults.map(([text, becomes, wrong, own]) => ({ file, text, becomes, wrong, tests: own ?? tests }))

/** The same faults, which nobody could notice on SQLite. */
export const onPostgres = (faults: readonly Mutation[]): readonly Mutation[] => faults.map((fault) => ({ ...fault, needsPostgres: true }))
