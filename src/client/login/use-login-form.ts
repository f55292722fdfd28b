import type { FormEvent } from 'react'
import type { Credentials } from './credentials.ts'
import { focusProblem } from './focus-problem.ts'
import { useCaptcha, useNoCaptcha } from './use-captcha.ts'
import { useCredentials } from './use-credentials.ts'

/** What is typed into a form that signs in, the picture code that it may need, and a new code after a refusal. */
export function useLoginForm(first: Credentials | (() => Credentials)) {
  const captcha = useCaptcha()
  const { credentials, problems, change, check } = useCredentials(first)
  function renewCaptcha() {
    captcha.renew()
    change({ captcha: '' })
  }
  return { captcha, credentials, problems, change, check, renewCaptcha }
}

export type LoginForm = ReturnType<typeof useLoginForm>

interface SignIn {
  readonly isBusy: boolean
  submit(credentials: Credentials, checkKey: string): Promise<void>
}

/** Signs in when the button is pressed and nothing is missing. */
export function useLoginSubmit({ captcha, credentials, problems, check }: LoginForm, { isBusy, submit }: SignIn) {
  function go(): boolean {
    const isWhole = check(captcha.image !== null)
    if (isWhole && !isBusy) void submit(credentials, captcha.key)
    return isWhole
  }
  useNoCaptcha(captcha, problems.captcha, go)
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!go()) focusProblem(event.currentTarget)
  }
}
