/** What somebody asks about: a permission that they lack, or all that can be done with rows of an entity. */
export interface AskedWhy {
  readonly permission?: string
  readonly entity?: string
  readonly rowId?: string
}

interface Reason {
  readonly kind: string
  readonly text: string
  readonly change?: { readonly text: string; readonly path?: string }
}

/** Whether somebody may do something, and everything in the way. People who do not manage rights are told titles only. */
export interface Explained {
  readonly name?: string
  readonly title?: string
  readonly allowed: boolean
  readonly permissions: readonly { readonly code?: string; readonly title: string }[]
  readonly reasons?: readonly Reason[]
}

/** Who is meant, as the server names them. */
export interface AskedPerson {
  readonly username: string
  readonly realname: string
  readonly roleName: string
  readonly departRoles: readonly string[]
}

export interface WhyAnswer {
  readonly who?: AskedPerson
  readonly items: readonly Explained[]
  /** Whom to ask for the permission. */
  readonly ask?: string
}

/** How many rows of each entity somebody sees. */
export interface SeenRowsAnswer {
  readonly who: {
    readonly username: string
    readonly realname: string
    readonly roleCode: string
    readonly roleName: string
    readonly isAccount: boolean
  }
  readonly rows: readonly {
    readonly entity: string
    readonly title: string
    readonly path?: string
    readonly count: number
    readonly more: boolean
  }[]
}

interface RowAction {
  readonly name: string
  readonly title: string
  readonly allowed: boolean
  readonly reason?: string
}

/** One person in one of their roles, and what they may do to the row. */
export interface MayDo {
  readonly id: string
  readonly username: string
  readonly realname: string
  readonly roleName: string
  readonly actions: readonly RowAction[]
}

export interface WhoMayAnswer {
  readonly records: readonly MayDo[]
  readonly total: number
  readonly size: number
  readonly current: number
  readonly row: { readonly id: string; readonly label: string | null }
}
