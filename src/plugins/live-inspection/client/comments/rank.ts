export interface Remark {
  readonly id: string
  readonly comment: string
  readonly commentLeve: number
}

/** How often this person used each comment, and which ones recently, the latest first. */
export interface Uses {
  readonly counts: Readonly<Record<string, number>>
  readonly recent: readonly string[]
}

export const recentMost = 5

/** Does a text match what was typed, by its characters or by their sounds? */
export type Answers = (text: string, query: string) => boolean

export const byCharacters: Answers = (text, query) => text.includes(query)

/** Most used first, then by level, then as written. */
function compare(one: Remark, other: Remark, uses: Uses): number {
  const used = (uses.counts[other.id] ?? 0) - (uses.counts[one.id] ?? 0)
  return used || one.commentLeve - other.commentLeve || one.comment.localeCompare(other.comment, 'zh-CN')
}

/** The comments to offer: while nothing is typed, the five most recent come first. */
export function rankRemarks(remarks: readonly Remark[], query: string, uses: Uses, answers: Answers = byCharacters): Remark[] {
  const typed = query.trim().toLowerCase()
  const sorted = remarks.filter(({ comment }) => typed === '' || answers(comment, typed)).sort((a, b) => compare(a, b, uses))
  if (typed !== '') return sorted.sort((a, b) => Number(b.comment.includes(typed)) - Number(a.comment.includes(typed)))
  const recent = uses.recent.slice(0, recentMost).flatMap((id) => sorted.filter((remark) => remark.id === id))
  return [...recent, ...sorted.filter((remark) => !recent.includes(remark))]
}

/** The uses after one more. */
export function withUse({ counts, recent }: Uses, id: string): Uses {
  return {
    counts: { ...counts, [id]: (counts[id] ?? 0) + 1 },
    recent: [id, ...recent.filter((other) => other !== id)].slice(0, recentMost),
  }
}
