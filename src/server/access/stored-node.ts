/** A permission node as stored. */
export interface StoredNode {
  readonly id: string
  readonly parentId: string
  readonly code: string
  readonly name: string
  readonly menuType: number
  readonly url: string
  readonly component: string
  /** Our own page: `entity:course` or `screen:dashboard`. */
  readonly screen: string
  readonly redirect: string
  readonly icon: string
  readonly perms: string
  readonly permsType: string
  readonly status: string
  readonly hidden: boolean
  readonly keepAlive: boolean
  /** A page of another server opens in a window of its own instead of in a frame. */
  readonly internalOrExternal: boolean
}

/** What decides a person's rights: the chosen role, and the department roles given to them in the chosen department. */
export interface HeldRoles {
  readonly role: string
  /** Ids. */
  readonly departRoles: readonly string[]
}
