import { ConfigProvider } from 'antd'
import { useMemo, type ReactNode } from 'react'
import { PlainLook } from '../../../engine/client/index.ts'
import { toDesign } from './design.ts'
import { nonce } from './style-nonce.ts'
import { useTheme } from './use-theme.ts'

const csp = nonce ? { nonce } : undefined

/** The theme for antd's components. The login page has none of them, so only what is loaded later needs it. */
export function Designed({ children }: { readonly children: ReactNode }) {
  const { preferences, isDark, isCalm } = useTheme()
  const design = useMemo(() => toDesign(preferences, { isDark, isCalm }), [preferences, isDark, isCalm])
  return (
    <ConfigProvider theme={design} csp={csp}>
      <PlainLook>{children}</PlainLook>
    </ConfigProvider>
  )
}
