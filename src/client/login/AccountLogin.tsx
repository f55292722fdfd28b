import { UserOutlined } from '@ant-design/icons'
import { useEffect, useRef } from 'react'
import { LoginField } from './LoginField.tsx'
import { PasswordFields } from './PasswordFields.tsx'
import type { useLoginForm, useLoginSubmit } from './use-login-form.ts'

/** The fields of an account and its password; the cursor is in the first. */
export function AccountLogin({
  form,
  onSubmit,
}: {
  readonly form: ReturnType<typeof useLoginForm>
  onSubmit: ReturnType<typeof useLoginSubmit>
}) {
  const { credentials, problems, change } = form
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <form id="login-form" onSubmit={onSubmit} noValidate>
      <LoginField
        id="username"
        label="用户名"
        inputRef={first}
        autoComplete="username"
        icon={<UserOutlined />}
        value={credentials.username}
        problem={problems.username}
        onChange={(username) => change({ username })}
      />
      <PasswordFields form={form} />
    </form>
  )
}
