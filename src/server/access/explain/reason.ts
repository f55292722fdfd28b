/** One thing that stands in the way of somebody, and where an administrator changes it. */
export interface Reason {
  readonly kind: 'permission' | 'off' | 'department' | 'readOnly' | 'missing' | 'bin' | 'kind' | 'scope' | 'rule' | 'state'
  readonly text: string
  readonly change?: { readonly text: string; readonly path?: string }
}

/** A permission that would do, with its Chinese title and those above it. */
export interface NamedPermission {
  readonly code: string
  readonly title: string
}

/** Whether somebody may do something, and if not, everything that is in the way. */
export interface Explanation {
  readonly name: string
  readonly title: string
  readonly allowed: boolean
  readonly permissions: readonly NamedPermission[]
  readonly reasons: readonly Reason[]
}
