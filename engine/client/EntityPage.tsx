import type { AnyEntity } from '../schema/index.ts'

/** The screen of one entity. */
export function EntityPage({ entity }: { readonly entity: AnyEntity }) {
  return <h1>{entity.title}</h1>
}
