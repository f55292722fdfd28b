/**
 * One fault that somebody might make, and the tests that stand nearest to it. What changes nothing that a client could see
 * is no fault, and is not listed: a lock that SQLite's one writer does not need, a check that is made a second time.
 */
export interface Mutation {
  readonly file: string
  /** Stands once in the file. */
  readonly text: string
  readonly becomes: string
  /** Test files of which one has to fail. */
  readonly tests: readonly string[]
  /** What would go wrong. */
  readonly wrong: string
}

/** Faults of one file, each as text, what it becomes and what would go wrong. */
export const mutationsIn = (
  file: string,
  tests: readonly string[],
  faults: readonly (readonly [text: string, becomes: string, wrong: string, tests?: readonly string[]])[],
): readonly Mutation[] => faults.map(([text, becomes, wrong, own]) => ({ file, text, becomes, wrong, tests: own ?? tests }))
