import { notification } from 'antd'
import { useEffect, useRef } from 'react'
import { closable } from '../../../engine/client/index.ts'
import { Designed } from '../theme/Designed.tsx'

export interface Notice {
  readonly kind: 'success' | 'warning' | 'error'
  readonly title: string
  readonly text: string | undefined
}

interface Props {
  readonly all: readonly Notice[]
}

/** A refusal replaces the one before it; other notices stand side by side. */
const keyOf = ({ kind, title, text }: Notice): string => (kind === 'error' ? kind : `${kind} ${title} ${text ?? ''}`)

function Shown({ all }: Props) {
  const [notices, holder] = notification.useNotification({ top: 72 })
  const told = useRef(0)
  useEffect(() => {
    for (const notice of all.slice(told.current)) {
      const { kind, title, text } = notice
      if (kind === 'success') notices.destroy('error')
      const placement = kind === 'success' ? 'bottom' : 'topRight'
      notices[kind]({ key: keyOf(notice), message: title, description: text, duration: 4, placement, closable })
    }
    told.current = all.length
  }, [notices, all])
  return holder
}

/**
 * Shows each notice for four seconds. A success replaces an earlier refusal; notices are at the lower edge, so that a greeting does
 * not cover the user menu. A chunk of its own, because the login page seldom needs one.
 */
export function Notices({ all }: Props) {
  return (
    <Designed>
      <Shown all={all} />
    </Designed>
  )
}
