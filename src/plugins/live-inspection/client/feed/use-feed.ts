import { useEffect, useRef, useState } from 'react'
import { api, currentToken, useCurrentUser } from '../../../../../engine/client/index.ts'
import { openFeed, type Feed, type FeedState } from '../../../../feed/connection.ts'
import type { FeedMessage } from '../../../../feed/messages.ts'
import { useBench } from '../state/bench-context.ts'
import type { ListNarrowing } from '../../shared/matches.ts'
import { applyNews } from './apply-news.ts'
import { createFrameQueue } from './frame-queue.ts'
import { readMessages, type News } from './read-messages.ts'

export interface FeedStatus {
  readonly state: FeedState
  readonly reason?: string
  /** Why news of a course has stopped. */
  readonly refused?: string
  /** Courses on the screen that are not followed. */
  readonly beyond?: number
}

interface Options {
  readonly topics: readonly string[]
  readonly filters: ListNarrowing
  onNews(news: News): void
}

/** Follows the courses on the screen. News is applied once per frame; answers the connection's true state. */
export function useFeed(options: Options): FeedStatus {
  const bench = useBench()
  const { loginAt } = useCurrentUser()
  const [status, setStatus] = useState<FeedStatus>({ state: 'connecting' })
  const feed = useRef<Feed>()
  const latest = useRef(options)
  latest.current = options
  const followed = options.topics.join()
  const isWaiting = followed === ''

  useEffect(() => {
    if (isWaiting) return undefined
    const queue = createFrameQueue<FeedMessage>((messages) => {
      const news = readMessages(messages, latest.current.filters)
      applyNews(bench, news)
      latest.current.onNews(news)
      if (news.refused) setStatus((now) => ({ ...now, refused: news.refused }))
    })
    const opened = openFeed({
      userId: bench.me.id,
      readToken: currentToken,
      fetchJson: (path) => api.get(path),
      topics: latest.current.topics,
      onMessage: queue.add,
      onState: (state, reason) => setStatus(({ refused }) => ({ state, reason, refused })),
    })
    feed.current = opened
    bench.clock.follow(() => opened.serverNow())
    return () => {
      feed.current = undefined
      opened.close()
      queue.close()
    }
  }, [bench, isWaiting, loginAt])
  useEffect(() => {
    setStatus((now) => ({ ...now, refused: undefined }))
    feed.current?.setTopics(followed.split(',').filter(Boolean))
  }, [followed])
  return status
}
