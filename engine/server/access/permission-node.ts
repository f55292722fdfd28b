/** A node of the permission tree that the schemas imply. */
export interface PermissionNode {
  readonly id: string
  readonly parentId: string
  readonly kind: 'domain' | 'group' | 'screen' | 'button'
  readonly code: string
  readonly title: string
  /** The page that front ends of this wire convention load, such as `system/UserList`. */
  readonly component: string
  /** Our own page: `entity:equipment` or `screen:dashboard`; empty if there is none. */
  readonly screen: string
  readonly path: string
  readonly icon: string
  readonly order: number
  readonly hidden: boolean
  /** Role codes that hold it initially. */
  readonly roles: readonly string[]
  /** Node whose holders have it instead, if that one is there when this one is new. */
  readonly splitFrom?: string
}
