/** @jsxImportSource preact */
import type { InputHTMLAttributes } from 'preact'
import { useState } from 'preact/hooks'
import { missingOf, type Credentials } from '../../client/login/credentials.ts'
import { callErrorSentence } from '../call.ts'
import { signInStudent } from './sign-in.ts'
import { useMobileCaptcha } from './use-captcha.ts'
import './login.css'

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly id: keyof Credentials
  readonly label: string
  readonly problem: string | undefined
  onChange(value: string): void
}

function Field({ id, label, problem, children, onChange, ...rest }: FieldProps) {
  const problemId = `${id}-problem`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-control">
        <input
          {...rest}
          id={id}
          name={id}
          autoCapitalize="off"
          autoCorrect="off"
          spellcheck={false}
          placeholder={`请输入${label}`}
          aria-invalid={Boolean(problem)}
          aria-describedby={problem ? problemId : undefined}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
        {children}
      </div>
      <p className="problem" id={problemId} role="alert">
        {problem}
      </p>
    </div>
  )
}

/** The values of the login form, their problems, and the function that signs in. */
function useSignIn(username: string) {
  const captcha = useMobileCaptcha()
  const [given, setGiven] = useState<Credentials>({ username, password: '', captcha: '' })
  const [problems, setProblems] = useState<Partial<Record<keyof Credentials, string>>>({})
  const [refused, setRefused] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const change = (part: Partial<Credentials>) => {
    setGiven((held) => ({ ...held, ...part }))
    setProblems((held) => Object.fromEntries(Object.entries(held).filter(([field]) => !(field in part))))
  }
  async function submit() {
    setBusy(true)
    setRefused(undefined)
    try {
      await signInStudent(given, captcha.key)
    } catch (error) {
      setRefused(callErrorSentence(error))
      captcha.renew()
      setGiven((held) => ({ ...held, captcha: '' }))
    } finally {
      setBusy(false)
    }
  }
  function handleSubmit(event: Event) {
    event.preventDefault()
    const missing = missingOf(given, typeof captcha.image === 'string' || captcha.failed)
    setProblems(missing)
    if (Object.keys(missing).length === 0 && !isBusy) void submit()
  }
  return { captcha, given, problems, refused, isBusy, change, handleSubmit }
}

/** The login form, on the first page, or over a page whose login has ended, where the name is already known. */
export function SignIn({ username = '' }: { readonly username?: string | undefined }) {
  const { captcha, given, problems, refused, isBusy, change, handleSubmit } = useSignIn(username)
  return (
    <form className="sign-in" onSubmit={handleSubmit} noValidate aria-label="登录">
      <Field
        id="username"
        label="用户名"
        autoComplete="username"
        enterKeyHint="next"
        value={given.username}
        problem={problems.username}
        onChange={(value) => change({ username: value })}
      />
      <Field
        id="password"
        label="密码"
        type="password"
        autofocus={username !== ''}
        autoComplete="current-password"
        enterKeyHint="next"
        value={given.password}
        problem={problems.password}
        onChange={(value) => change({ password: value })}
      />
      {captcha.image !== null && (
        <Field
          id="captcha"
          label="验证码"
          autoComplete="off"
          maxLength={8}
          enterKeyHint="go"
          value={given.captcha}
          problem={problems.captcha}
          onChange={(value) => change({ captcha: value })}
        >
          <button type="button" className="captcha" onClick={captcha.renew} aria-label="换一张验证码">
            {captcha.image ? <img src={captcha.image} alt="验证码" /> : captcha.failed ? '点击重试' : '加载中…'}
          </button>
        </Field>
      )}
      {refused && (
        <p className="notice bad" role="alert">
          {refused}
        </p>
      )}
      <button type="submit" className="primary wide" disabled={isBusy}>
        {isBusy ? '登录中…' : '登录'}
      </button>
    </form>
  )
}
