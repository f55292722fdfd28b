/** A rule as tests see it. */
interface DependencyRule {
  readonly name: string
  /** The sentence that is shown, including the remedy. */
  readonly comment: string
}

export const dependencyRules: readonly DependencyRule[]
/** The folders of the workbench from bottom to top. */
export const rooms: readonly string[]
/** The rooms of engine/client, and of a list in it, from the ground up. */
export const clientRooms: readonly string[]
export const listRooms: readonly string[]
