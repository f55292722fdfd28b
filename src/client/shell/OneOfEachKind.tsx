import { App } from 'antd'
import AppContext from 'antd/es/app/context.js'
import { useMemo, type ReactNode } from 'react'

type Messages = ReturnType<typeof App.useApp>['message']
type Kind = 'success' | 'info' | 'warning' | 'error'

/** A message replaces the previous one of its kind, unless it has a key of its own. */
function oneOfEachKind(message: Messages): Messages {
  const say =
    (type: Kind): Messages[Kind] =>
    (content, duration, onClose) => {
      const isWhole = typeof content === 'object' && content !== null && 'content' in content
      const config = isWhole ? content : { content, ...(typeof duration === 'number' && { duration }) }
      return message.open({ key: type, onClose: typeof duration === 'function' ? duration : onClose, ...config, type })
    }
  return { ...message, success: say('success'), info: say('info'), warning: say('warning'), error: say('error') }
}

/** For all pages within: ten refusals in a row are one message that changes, not a stack of ten. */
export function OneOfEachKind({ children }: { readonly children: ReactNode }) {
  const app = App.useApp()
  const value = useMemo(() => ({ ...app, message: oneOfEachKind(app.message) }), [app])
  return <AppContext.Provider value={value}>{children}</AppContext.Provider>
}
