import { theme } from 'antd'
import type { ReactNode } from 'react'

/** The background of a part of a page. antd's card would load its tabs together with the first list. */
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
