/** The person who makes a request. `role` is the chosen role; the permissions are those of that role. */
export interface Actor {
  readonly id: string
  readonly username: string
  readonly realname: string
  readonly role: string
  readonly orgCode: string
  readonly permissions: ReadonlySet<string>
}
