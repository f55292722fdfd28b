import { notification } from 'antd'
import { useEffect } from 'react'

export interface Notice {
  readonly kind: 'success' | 'warning' | 'error'
  readonly title: string
  readonly text: string | undefined
}

/**
 * Shows each notice for four seconds; what went well takes an earlier refusal away, and stands at the lower edge, out of
 * the way of who goes on: a greeting must not lie over the user menu. A chunk of its own, since the login page seldom needs one.
 */
export function Notices({ latest }: { readonly latest: Notice }) {
  const [notices, holder] = notification.useNotification({ top: 72 })
  useEffect(() => {
    if (latest.kind === 'success') notices.destroy('error')
    const placement = latest.kind === 'success' ? 'bottom' : 'topRight'
    notices[latest.kind]({ key: latest.kind, message: latest.title, description: latest.text, duration: 4, placement })
  }, [notices, latest])
  return holder
}
