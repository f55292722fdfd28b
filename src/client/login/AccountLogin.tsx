import { UserOutlined } from '@ant-design/icons'
import { useEffect, useRef } from 'react'
import { LoginField } from './LoginField.tsx'
import { PasswordFields } from './PasswordFields.tsx'
import type { useLoginForm, useLoginSubmit } from './use-login-form.ts'

/** The fields of an account and its password; the cursor is in the first that is empty, or in the last. */
export function AccountLogin({
  form,
  onSubmit,
}: {
  readonly form: ReturnType<typeof useLoginForm>
  onSubmit: ReturnType<typeof useLoginSubmit>
}) {
  const { credentials, problems, change } = form
  const [name, password] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const isNamed = useRef(credentials.username !== '')
  useEffect(() => (isNamed.current ? password : name).current?.focus(), [name, password])
  return (
    <form id="login-form" onSubmit={onSubmit} noValidate>
      <LoginField
        id="username"
        label="用户名"
        inputRef={name}
        autoComplete="username"
        icon={<UserOutlined />}
        value={credentials.username}
        problem={problems.username}
        onChange={(username) => change({ username })}
      />
      <PasswordFields form={form} inputRef={password} />
    </form>
  )
}
