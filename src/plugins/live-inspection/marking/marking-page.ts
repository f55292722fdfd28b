import type { Narrowing } from '../rows/matches.ts'

export const busy = '正在保存，请稍候'
export const oneAtATime = '请先保存或取消正在编辑的行'

/** How the page answers; handed in so that marking itself knows no components. */
export interface MarkingPage {
  success(text: string): void
  error(text: string): void
  info(text: string): void
  /** Asks a question; resolves to the answer. */
  ask(question: string, careful?: boolean): Promise<boolean>
  /** Put the cursor into a field of the edited row. */
  focus(field: 'score' | 'comment' | 'bz'): void
  /** Put the cursor back on the list. */
  focusList(): void
  filters(): Narrowing
}
