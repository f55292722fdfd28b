import { notification } from 'antd'
import { useEffect } from 'react'

export interface Notice {
  readonly kind: 'success' | 'warning' | 'error'
  readonly title: string
  readonly text: string | undefined
}

/** Shows each notice for four seconds; what went well takes an earlier refusal away. A chunk of its own, since the login page seldom needs one. */
export function Notices({ latest }: { readonly latest: Notice }) {
  const [notices, holder] = notification.useNotification({ placement: 'topRight', top: 72 })
  useEffect(() => {
    if (latest.kind === 'success') notices.destroy('error')
    notices[latest.kind]({ key: latest.kind, message: latest.title, description: latest.text, duration: 4 })
  }, [notices, latest])
  return holder
}
