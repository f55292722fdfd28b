import type { InputRef } from 'antd'
import PlainInput from 'antd/es/input/Input.js'
import PasswordInput from 'antd/es/input/Password.js'
import type { ReactNode, Ref } from 'react'
import './fields.css'

interface Props {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly problem: string | undefined
  readonly autoComplete: string
  readonly icon: ReactNode
  readonly secret?: boolean
  readonly maxLength?: number
  readonly after?: ReactNode
  readonly inputRef?: Ref<InputRef>
  onChange(value: string): void
}

/** One labelled input with its sentence below. */
export function LoginField({ id, label, value, problem, icon, secret, after, inputRef, onChange, ...rest }: Props) {
  const Control = secret ? PasswordInput : PlainInput
  const problemId = `${id}-problem`
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      <div className="login-control">
        <Control
          {...rest}
          ref={inputRef}
          id={id}
          name={id}
          size="large"
          prefix={icon}
          placeholder={`请输入${label}`}
          value={value}
          status={problem ? 'error' : ''}
          aria-invalid={Boolean(problem)}
          aria-describedby={problem ? problemId : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {after}
      </div>
      <div className="login-problem" id={problemId} role="alert">
        {problem}
      </div>
    </div>
  )
}
