import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { abandonForms, askToGiveUp, hasUnsaved } from '../../../engine/client/index.ts'

/** The position of an entry in the browser's history, as the router records it. */
const historyIndexOf = (state: unknown): number | undefined =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : undefined

/** Listens before the router does, because listeners of the window are called in order: the router never sees what this one stops. */
let meetBack: ((event: PopStateEvent) => void) | undefined
window.addEventListener('popstate', (event) => meetBack?.(event))

/**
 * Asks before Back or Forward throws a form with changes away. The browser has already moved when it reports the move. So the move is first
 * undone, unseen by the router, and repeated once the user agrees. (The router's own blocker would bring its loaders and actions into the
 * first load.)
 */
export function UnsavedGuard() {
  const { modal } = App.useApp()
  const location = useLocation()
  const here = useRef<number>(undefined)
  useEffect(() => {
    here.current = historyIndexOf(window.history.state)
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
      question ??= askToGiveUp(modal, { onOk: leave, afterClose: forget })
    }
    meetBack = (event) => {
      const [to, from, was] = [historyIndexOf(event.state), here.current, way]
      way = 'free'
      if (was === 'back') return event.stopImmediatePropagation()
      if (was === 'agreed' || to === undefined || from === undefined || to === from || !hasUnsaved()) return
      event.stopImmediatePropagation()
      way = 'back'
      window.history.go(from - to)
      ask(to - from)
    }
    return () => {
      meetBack = undefined
      question?.destroy()
    }
  }, [modal])
  return null
}
