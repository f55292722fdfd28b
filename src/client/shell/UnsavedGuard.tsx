import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router-dom'
import { abandonForms, giveUpQuestion, hasUnsaved } from '../../../engine/client/index.ts'

/** Asks before Back, or any other way to another page, throws a form with changes away. */
export function UnsavedGuard() {
  const { modal } = App.useApp()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      hasUnsaved() && (historyAction === 'POP' || currentLocation.pathname !== nextLocation.pathname),
  )
  const latest = useRef(blocker)
  latest.current = blocker
  const { state } = blocker
  useEffect(() => {
    if (state !== 'blocked') return undefined
    const leave = () => {
      abandonForms()
      latest.current.proceed?.()
    }
    const question = modal.confirm({ ...giveUpQuestion, onOk: leave, onCancel: () => latest.current.reset?.() })
    return () => question.destroy()
  }, [state, modal])
  return null
}
