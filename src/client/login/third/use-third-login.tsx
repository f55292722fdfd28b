import { Suspense, useState } from 'react'
import { lazyPart } from '../../../../engine/client/index.ts'
import { MissingPages } from '../../MissingPages.tsx'
import { useLogin } from '../../signed-in/login-context.ts'
import type { LoginRecord } from '../../signed-in/login-record.ts'
import { askInPopup, popupBlocked, type PopupAnswer } from './popup.ts'
import { useHeldFocus } from '../use-held-focus.ts'
import { enterWithTicket } from './third-calls.ts'

const SameNameDialog = lazyPart(() => import('./SameNameDialog.tsx').then((file) => file.SameNameDialog), MissingPages)
const BindPhoneDialog = lazyPart(() => import('./BindPhoneDialog.tsx').then((file) => file.BindPhoneDialog), MissingPages)

type Asked = Extract<PopupAnswer, { kind: 'phone' | 'sameName' }> & { readonly type: string }

/** Signs in through another provider; `dialog` asks what its account does not tell. */
export function useThirdLogin(submit: (ask: () => Promise<LoginRecord>) => Promise<void>) {
  const { notify } = useLogin()
  const [isWaiting, setWaiting] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  useHeldFocus(isWaiting)
  function enter(type: string, ticket: string) {
    setAsked(undefined)
    void submit(() => enterWithTicket(ticket, type))
  }
  async function begin(type: string) {
    setWaiting(true)
    const answer = await askInPopup(type)
    setWaiting(false)
    if (answer.kind === 'failed') notify('warning', '登录失败', '第三方登录未完成，请重试')
    else if (answer.kind === 'unknown') notify('warning', '不识别的信息传递')
    else if (answer.kind === 'blocked') notify('warning', '登录失败', popupBlocked)
    else if (answer.kind === 'ticket') enter(type, answer.ticket)
    else if (answer.kind === 'phone') setAsked({ ...answer, type })
    else if (answer.kind === 'sameName') setAsked({ ...answer, type })
  }
  const answered = { onTicket: (ticket: string) => asked && enter(asked.type, ticket), onCancel: () => setAsked(undefined) }
  const dialog = asked && (
    <Suspense>
      {asked.kind === 'phone' ? (
        <BindPhoneDialog uuid={asked.uuid} {...answered} />
      ) : (
        <SameNameDialog account={asked.account} {...answered} />
      )}
    </Suspense>
  )
  return { begin, isWaiting, dialog }
}
