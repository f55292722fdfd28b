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

/** Windows, menus and messages lie in a part of the page of their own, with a name for those who go through it part by part. */
const over = document.body.appendChild(document.createElement('section'))
over.ariaLabel = '弹出内容'
const inOver = () => over

/** The theme and the language for antd's components. The login page has none of them, so only what is loaded later needs it. */
export function Designed({ children }: { readonly children: ReactNode }) {
  const { preferences, isDark, isCalm } = useTheme()
  const design = useMemo(() => toDesign(preferences, { isDark, isCalm }), [preferences, isDark, isCalm])
  return (
    <ConfigProvider theme={design} csp={csp} locale={zhCN} form={form} modal={closing} drawer={closing} getPopupContainer={inOver}>
      <PlainLook>{children}</PlainLook>
    </ConfigProvider>
  )
}
