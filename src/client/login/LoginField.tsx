import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { useState, type ReactNode, type Ref } from 'react'
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
  readonly inputRef?: Ref<HTMLInputElement>
  onChange(value: string): void
}

/** One labelled input with its sentence below. Not antd's, which would be a third of what the login page loads. */
export function LoginField({ id, label, value, problem, icon, secret, after, inputRef, onChange, ...rest }: Props) {
  const [shown, setShown] = useState(!secret)
  const problemId = `${id}-problem`
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      <div className="login-control">
        <span className="login-input">
          {icon}
          <input
            {...rest}
            ref={inputRef}
            id={id}
            name={id}
            type={shown ? 'text' : 'password'}
            placeholder={`请输入${label}`}
            value={value}
            aria-invalid={Boolean(problem)}
            aria-describedby={problem ? problemId : undefined}
            onChange={(event) => onChange(event.target.value)}
          />
          {secret && (
            <button type="button" tabIndex={-1} aria-label="显示输入的内容" aria-pressed={shown} onClick={() => setShown(!shown)}>
              {shown ? <EyeOutlined /> : <EyeInvisibleOutlined />}
            </button>
          )}
        </span>
        {after}
      </div>
      <div className="login-problem" id={problemId} role="alert">
        {problem}
      </div>
    </div>
  )
}
