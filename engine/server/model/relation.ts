import type { Actor } from '../actor.ts'

/** A relation that is too long to travel with its row: it is written whole, by a call of its own. */
export interface RelateRequest {
  readonly entity: string
  readonly id: string
  /** The operation in the row's audit. */
  readonly name: string
  readonly through: { readonly table: string; readonly own: string; readonly other: string }
  /** All ids that it shall hold from now on. */
  readonly to: readonly string[]
  readonly actor: Actor
  /** Throws if the actor may not make this change. */
  check?(change: Related): Promise<void> | void
}

/** What a relation gained and lost. */
export interface Related {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}
