import { MobileOutlined, SafetyOutlined } from '@ant-design/icons'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { api } from '../../../../engine/client/index.ts'
import { checkRow } from '../../../../engine/schema/index.ts'
import { phoneLogin } from '../../../../schemas/identity/sign-in-forms.ts'
import type { LoginRecord } from '../../signed-in/login-record.ts'
import { focusProblem } from '../focus-problem.ts'
import { LoginField } from '../LoginField.tsx'
import { recordOf, type LoginAnswer } from '../sign-in.ts'
import { CodeButton } from './CodeButton.tsx'
import { sendCode } from './send-code.ts'

interface Typed {
  readonly mobile: string
  readonly captcha: string
}

interface Props {
  readonly isBusy: boolean
  readonly isRemembered: boolean
  submit(ask: () => Promise<LoginRecord>): Promise<void>
}

const sendLoginCode = sendCode('0')
const problemsOf = (typed: Typed): Readonly<Record<string, string>> => checkRow({ fields: phoneLogin }, { ...typed }, 'add').problems

/** Sign in with a code sent to the phone. */
export function PhoneLogin({ isBusy, isRemembered, submit }: Props) {
  const [typed, setTyped] = useState<Typed>({ mobile: '', captcha: '' })
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const change = (part: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...part }))
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !(key in part))))
  }
  function phone(): string | undefined {
    const { mobile } = problemsOf(typed)
    if (mobile !== undefined) {
      setProblems({ mobile })
      first.current?.focus()
    }
    return mobile === undefined ? typed.mobile.trim() : undefined
  }
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const found = problemsOf(typed)
    setProblems(found)
    if (Object.keys(found).length > 0) return focusProblem(event.currentTarget)
    if (isBusy) return
    const body = { mobile: typed.mobile.trim(), captcha: typed.captcha.trim(), remember_me: isRemembered }
    void submit(async () => recordOf(await api.post<LoginAnswer>('/sys/phoneLogin', body)))
  }
  return (
    <form id="login-form" onSubmit={handleSubmit} noValidate>
      <LoginField
        id="mobile"
        label="手机号"
        inputRef={first}
        autoComplete="tel"
        maxLength={20}
        icon={<MobileOutlined />}
        value={typed.mobile}
        problem={problems['mobile']}
        onChange={(mobile) => change({ mobile })}
      />
      <LoginField
        id="smscode"
        label="验证码"
        autoComplete="one-time-code"
        maxLength={6}
        icon={<SafetyOutlined />}
        value={typed.captcha}
        problem={problems['captcha']}
        onChange={(captcha) => change({ captcha })}
        after={<CodeButton phone={phone} send={sendLoginCode} />}
      />
    </form>
  )
}
