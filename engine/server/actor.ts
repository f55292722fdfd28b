import type { RowLimits } from './rows/row-limit.ts'

/** The person who makes a request. `role` is the chosen role; the permissions are those of that role. */
export interface Actor {
  readonly id: string
  readonly username: string
  readonly realname: string
  readonly role: string
  readonly orgCode: string
  readonly permissions: ReadonlySet<string>
  /** Which rows they see of those that their scope covers; without it all of them. */
  readonly limits?: RowLimits
  /** Somebody else looks at the pages in their name: who, in what name, and the sentence with which everything but looking is refused. */
  readonly onlyLooks?: { readonly by: Actor; readonly as: string; readonly sentence: string }
}
