import { App } from 'antd'
import { useState } from 'react'
import type { News } from '../feed/read-messages.ts'
import { useFeed, type FeedStatus } from '../feed/use-feed.ts'
import type { Alarm } from '../help/use-alarm.ts'
import type { Marking } from '../marking/create-marking.ts'
import type { RosterLesson } from '../roster/use-lesson.ts'
import type { ListNarrowing } from '../../shared/matches.ts'
import { useBench } from '../state/bench-context.ts'
import type { Reads } from './use-lists.ts'

interface Options {
  readonly topics: readonly string[]
  readonly filters: ListNarrowing
  readonly lesson: RosterLesson
  readonly marking: Marking
  readonly alarm: Alarm
  readonly reloadSoon: Reads['reloadSoon']
}

/** Follows the courses: puts their news into the lists and passes it to the marking and the alarm. */
export function useNews({ topics, filters, lesson, marking, alarm, reloadSoon }: Options): {
  readonly status: FeedStatus
  /** Counts changes; figures are read again when it grows. */
  readonly happened: number
} {
  const bench = useBench()
  const { message } = App.useApp()
  const [happened, setHappened] = useState(0)
  const onNews = (news: News) => {
    const rowsChanged = news.submitted.length + news.help.length > 0
    const isPart = [bench.submitted, bench.help, bench.history].some((each) => each.view().total > each.view().ids.length)
    lesson.apply(news)
    if (news.reload) reloadSoon(400)
    else if (isPart && rowsChanged) reloadSoon(15_000)
    if (news.refused) void message.warning(`部分课程不再实时更新：${news.refused}`)
    if (news.arrived.requests > 0) alarm.ring()
    for (const claim of news.claims) if (claim.holder) marking.lost(claim)
    if (rowsChanged) setHappened((count) => count + 1)
  }
  return { status: useFeed({ topics, filters, onNews }), happened }
}
