/** A rule as tests see it. */
interface DependencyRule {
  readonly name: string
  /** The sentence that is shown, with its remedy. */
  readonly comment: string
}

export const rules: readonly DependencyRule[]
/** The rooms of the workbench from the ground up. */
export const rooms: readonly string[]
