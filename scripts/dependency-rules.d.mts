/** A rule as tests see it. */
interface DependencyRule {
  readonly name: string
  /** The sentence that is shown, including the remedy. */
  readonly comment: string
}

export const dependencyRules: readonly DependencyRule[]
