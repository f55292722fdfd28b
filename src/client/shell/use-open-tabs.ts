import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useLeave } from '../../../engine/client/index.ts'
import { home } from '../product.ts'
import { neighbourOf, nextTabs, parseTabs, type OpenTab, type TabEvent } from './open-tabs.ts'

export interface OpenTabs {
  readonly tabs: readonly OpenTab[]
  readonly current: string
  open(path: string): void
  close(path: string): void
  closeOthers(path: string): void
  reload(path: string): void
  /** Forget the filters of all open pages, because another course was chosen. */
  forgetChoices(): void
}

/**
 * The open pages of one login, which survive a reload of the browser. Going back to a page shows it as it was left. Leaving a page with
 * unsaved changes asks first.
 */
export function useOpenTabs(owner: string, title: string | undefined): OpenTabs {
  const key = `shiyan.tabs.${owner}`
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const leave = useLeave()
  // The page's own tab is there from the first picture on, so that nothing moves when it comes.
  const [tabs, setTabs] = useState(() => {
    const stored = parseTabs(sessionStorage.getItem(key))
    return title ? nextTabs(stored, { does: 'visit', path: pathname, url: pathname + search, title }, { home }) : stored
  })
  const happen = useCallback((event: TabEvent) => setTabs((held) => nextTabs(held, event, { home })), [])
  useEffect(() => {
    if (title) happen({ does: 'visit', path: pathname, url: pathname + search, title })
  }, [happen, pathname, search, title])
  useEffect(() => sessionStorage.setItem(key, JSON.stringify(tabs)), [key, tabs])

  const open = useCallback(
    (path: string) => {
      const url = tabs.find((tab) => tab.path === path)?.url ?? path
      if (url !== pathname + search) leave(() => void navigate(url))
    },
    [leave, navigate, pathname, search, tabs],
  )
  const close = useCallback(
    (path: string) => {
      const next = neighbourOf(tabs, path)
      if (path !== pathname || !next) return happen({ does: 'close', path })
      leave(() => {
        void navigate(next.url)
        happen({ does: 'close', path })
      })
    },
    [happen, leave, navigate, pathname, tabs],
  )
  const closeOthers = useCallback(
    (path: string) => {
      happen({ does: 'closeOthers', path })
      if (path !== pathname) open(path)
    },
    [happen, open, pathname],
  )
  const reload = useCallback(
    (path: string) => {
      const again = () => happen({ does: 'reload', path })
      if (path === pathname) leave(again)
      else again()
    },
    [happen, leave, pathname],
  )
  const forgetChoices = useCallback(
    () =>
      leave(() => {
        happen({ does: 'bare' })
        void navigate(pathname)
      }),
    [happen, leave, navigate, pathname],
  )
  return { tabs, current: pathname, open, close, closeOthers, reload, forgetChoices }
}
