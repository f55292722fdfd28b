/** @jsxImportSource preact */
import { isAbsent, stateTitles, type Item } from './lesson.ts'
import { SCORED } from '../../../schemas/teaching/submission-states.ts'
import './lessons.css'

/** 未提交, 已提交 or 已评分, with 缺席 beside it if the student was absent. */
export function StateTag({ item }: { readonly item: Item }) {
  const state = Number(item.submitStatus)
  const isScored = state === SCORED
  return (
    <span className="tags">
      {isAbsent(item) && <span className="tag absent">缺席</span>}
      {(!isAbsent(item) || isScored) && <span className={`tag state-${state}`}>{stateTitles[state] ?? '未知'}</span>}
    </span>
  )
}
