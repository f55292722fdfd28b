import { useEffect, useRef } from 'react'
import type { LoginRecord } from '../signed-in/login-record.ts'

/** A page that has just been opened has its rights from the server; the connection is opened when the page is at rest. */
const AT_REST = 2_000

/** Reads the user's rights and notices again when somebody changes them, as long as the page is open. */
export function useOwnNews(login: LoginRecord, renew: () => void): void {
  const latest = useRef(renew)
  latest.current = renew
  const { id: userId, roleCode } = login.user
  useEffect(() => {
    let end: (() => void) | undefined
    let isOver = false
    const begin = async () => {
      const { followOwnNews } = await import('../signed-in/own-news.ts')
      if (!isOver) end = followOwnNews({ userId, roleCode, renew: () => latest.current() })
    }
    const timer = setTimeout(() => void begin().catch(() => undefined), AT_REST)
    return () => {
      isOver = true
      clearTimeout(timer)
      end?.()
    }
  }, [userId, roleCode, login.savedAt])
}
