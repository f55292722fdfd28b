import { fieldLabelOf } from '../../shared/label.ts'
import type { ListNarrowing } from '../../shared/matches.ts'
import type { Edit } from '../state/edit-store.ts'

/** How the page responds; passed in so that marking itself knows no components. */
export interface MarkingPage {
  /** `undo` reverses it, if the server can. */
  success(text: string, undo?: () => void): void
  error(text: string): void
  /** The server refused; `about` names the student concerned, with its colon. */
  refused(error: unknown, about?: string): void
  info(text: string): void
  /** Asks a question about a result; resolves to the answer. */
  ask(question: string, options?: Question): Promise<boolean>
  /** Put the cursor into a field of the edited row. */
  focus(field: 'score' | 'comment' | 'bz'): void
  /** Put the cursor back on the list. */
  focusList(): void
  filters(): ListNarrowing
}

interface Question {
  /** An Enter that was typed ahead does not agree to it. */
  readonly careful?: boolean
  /** Whose result it is. */
  readonly about?: string
}

/** The text of a passing notice, which names the result: 李明 · 波形测量 · 85 分：保存成功！ */
export const spokenOf = ({ row, draft }: Edit, text: string): string => `${fieldLabelOf(row, draft.score)}：${text}`
export const busy = (edit: Edit): string => spokenOf(edit, '正在保存，请稍候')
export const oneAtATime = ({ row }: Edit): string => `请先保存或取消正在编辑的行：${fieldLabelOf(row)}`
