import { useState } from 'react'
import { errorSentence } from '../../../engine/client/index.ts'
import { preloadLogin } from '../signed-in/login-calls.ts'
import { useLogin } from '../signed-in/login-context.ts'
import { saveLogin, type LoginRecord } from '../signed-in/login-record.ts'
import { useSecondStep } from './second-step/use-second-step.tsx'
import { lacksOf, mustChoose } from './sign-in.ts'
import { useHeldFocus } from './use-held-focus.ts'
import { welcome } from './welcome.ts'

/**
 * The steps from the button to the first page, whichever way someone signs in; `pending` is a login that still needs a role or department,
 * `dialog` asks for a dynamic code.
 */
export function useSignIn(onRefused: () => void) {
  const { keep, leave, notify } = useLogin()
  const [isBusy, setBusy] = useState(false)
  useHeldFocus(isBusy)
  const { complete, dialog } = useSecondStep()
  const [pending, setPending] = useState<LoginRecord>()

  function enter(login: LoginRecord) {
    keep(login)
    preloadLogin(login)
    notify('success', '欢迎回来', welcome(login.user.realname))
  }
  function refuse(error: unknown) {
    notify('error', '登录失败', errorSentence(error))
    onRefused()
  }
  function cancel() {
    leave({ tell: true })
    setPending(undefined)
  }
  async function submit(ask: () => Promise<LoginRecord>) {
    setBusy(true)
    try {
      const login = await complete(ask)
      if (!login) return onRefused()
      for (const lack of lacksOf(login)) notify('warning', '提示', lack)
      if (mustChoose(login)) {
        saveLogin(login)
        setPending(login)
      } else if (login.roles.length > 0) enter(login)
      else refuseEntry(login)
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
  }
  function refuseEntry(login: LoginRecord) {
    saveLogin(login)
    cancel()
    onRefused()
  }
  async function choose(chosen: Promise<LoginRecord>) {
    try {
      enter(await chosen)
    } catch (error) {
      cancel()
      refuse(error)
    }
  }
  return { isBusy, pending, dialog, submit, choose, cancel }
}
