import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { abandonForms, giveUpQuestion, hasUnsaved } from '../../../engine/client/index.ts'

/** Where an entry stands in the browser's history, as the router notes it. */
const placeOf = (state: unknown): number | undefined =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : undefined

/**
 * Asks before Back or Forward throws a form with changes away. The browser has gone by the time it tells, so the way is
 * gone back first, unseen by the router, and gone again once the question is agreed to. (The router's own blocker would
 * bring its loaders and actions into the first load.)
 */
export function UnsavedGuard() {
  const { modal } = App.useApp()
  const location = useLocation()
  const here = useRef<number>(undefined)
  useEffect(() => {
    here.current = placeOf(window.history.state)
  }, [location])
  useEffect(() => {
    let way: 'free' | 'back' | 'agreed' = 'free'
    let question: { destroy(): void } | undefined
    const ask = (steps: number) => {
      const leave = () => {
        abandonForms()
        way = 'agreed'
        window.history.go(steps)
      }
      const forget = () => (question = undefined)
      question ??= modal.confirm({ ...giveUpQuestion, onOk: leave, afterClose: forget })
    }
    const meet = (event: PopStateEvent) => {
      const [to, from, was] = [placeOf(event.state), here.current, way]
      way = 'free'
      if (was === 'back') return event.stopImmediatePropagation()
      if (was === 'agreed' || to === undefined || from === undefined || to === from || !hasUnsaved()) return
      event.stopImmediatePropagation()
      way = 'back'
      window.history.go(from - to)
      ask(to - from)
    }
    window.addEventListener('popstate', meet, { capture: true })
    return () => {
      window.removeEventListener('popstate', meet, { capture: true })
      question?.destroy()
    }
  }, [modal])
  return null
}
