/** @jsxImportSource preact */
import { stateTitles, type Item } from './lesson.ts'

/** 未提交, 已提交 or 已评分, with the score where there is one. */
export function StateTag({ item }: { readonly item: Item }) {
  const state = Number(item.submitStatus)
  return <span className={`tag state-${state}`}>{stateTitles[state] ?? '未知'}</span>
}
