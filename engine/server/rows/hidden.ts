/** Why a row does not exist for an actor: it is in the bin, belongs to another sub-entity, or a scope word or data rule leaves it out. */
export type Hiding =
  | { readonly by: 'bin' }
  | { readonly by: 'kind' }
  | { readonly by: 'scope'; readonly word: string }
  | { readonly by: 'rule'; readonly rule: string }

/** What hides one row from one actor: nothing, or every condition that the row does not meet; 'missing' if there is no such row at all. */
export type Hidden = 'missing' | readonly Hiding[]
