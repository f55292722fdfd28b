import { ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN.js'
import { useMemo, type ReactNode } from 'react'
import { PlainLook } from '../../../engine/client/index.ts'
import { toDesign } from './design.ts'
import { nonce } from './style-nonce.ts'
import { useTheme } from './use-theme.ts'

const csp = nonce ? { nonce } : undefined

/** The close buttons of windows also have a Chinese name. */
const closing = { closable: { 'aria-label': '关闭窗口' } }
const form = { colon: false }

/** The theme and the language for antd's components. The login page has none of them, so only what is loaded later needs it. */
export function Designed({ children }: { readonly children: ReactNode }) {
  const { preferences, isDark, isCalm } = useTheme()
  const design = useMemo(() => toDesign(preferences, { isDark, isCalm }), [preferences, isDark, isCalm])
  return (
    <ConfigProvider theme={design} csp={csp} locale={zhCN} form={form} modal={closing} drawer={closing}>
      <PlainLook>{children}</PlainLook>
    </ConfigProvider>
  )
}
