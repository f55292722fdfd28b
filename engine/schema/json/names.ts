import type { KnownNames } from '../check/assertions.ts'

/** The application's names, for completion and for checks where they are known. */
export interface SchemaNames extends KnownNames {
  readonly entity?: readonly string[]
}
