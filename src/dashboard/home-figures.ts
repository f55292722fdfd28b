/** A picture of figures: one value of each series for each name. */
export interface HomeChart {
  readonly title: string
  readonly kind: 'line' | 'bar' | 'stack'
  /** Bars run to the right, so that long names stand beside them. */
  readonly isAcross?: true
  readonly unit: string
  readonly names: readonly string[]
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[]
}

/** The tabs of the task table: to do, under way, put off, overdue. */
export const taskPanels = { todo: '我的待办', doing: '我的在办', held: '我的挂账', supervised: '我的督办' } as const
export type TaskPanel = keyof typeof taskPanels

/** Something that waits to be done, and where. */
export interface HomeTask {
  readonly id: string
  readonly panel: TaskPanel
  readonly kind: string
  readonly title: string
  readonly place: string
  readonly count: number
  /** Whole days that are left; 0 or less is overdue. Missing if there is no time for it. */
  readonly left?: number
  /** The entity or screen on which it is done; the students' page if both this and `imports` are missing. */
  readonly screen?: string
  readonly query: Readonly<Record<string, string>>
  /** A file that waits until it is imported or given up, here. */
  readonly imports?: { readonly entity: string; readonly job: string }
}
