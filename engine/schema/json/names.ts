import type { KnownNames } from '../check/report.ts'

/** The application's names, offered for completion and checked where they are known. */
export interface SchemaNames extends KnownNames {
  readonly entity?: readonly string[]
}
