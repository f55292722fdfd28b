import { theme } from 'antd'
import type { ReactNode } from 'react'

/** The ground that a part of a page stands on. antd's card would bring its tabs along to the first list. */
export function Ground({ children }: { readonly children: ReactNode }) {
  const { token } = theme.useToken()
  return (
    <div
      style={{
        padding: token.paddingSM,
        background: token.colorBgContainer,
        border: `1px solid ${token.colorBorderSecondary}`,
        borderRadius: token.borderRadiusLG,
      }}
    >
      {children}
    </div>
  )
}
