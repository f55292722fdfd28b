import { App, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { ApiError, send, tellRefusal } from '../../../../engine/client/index.ts'
import { useSignedIn } from '../../signed-in/login-context.ts'
import { fieldProblems, isStrong } from '../password-rule.ts'
import { spokenForm } from '../spoken-form.ts'
import '../account.css'

interface Passwords {
  readonly oldpassword: string
  readonly password: string
  readonly confirmpassword: string
}

/** Changes the user's own password. The server then ends every login of the account, so the user signs in again. */
export function PasswordForm({ username }: { readonly username: string }) {
  const [form] = Form.useForm<Passwords>()
  const app = App.useApp()
  const { leave, notify } = useSignedIn()
  const [isSaving, setSaving] = useState(false)
  async function save(passwords: Passwords) {
    if (isSaving) return
    setSaving(true)
    try {
      const answer = await send({ method: 'PUT', url: '/sys/user/updatePassword', data: { username, ...passwords } })
      notify('success', answer.message, '请使用新密码重新登录')
      leave()
    } catch (error) {
      const problems = error instanceof ApiError ? fieldProblems(error.details, Object.keys(passwords)) : []
      if (problems.length) form.setFields(problems.map(({ field, sentence }) => ({ name: field as keyof Passwords, errors: [sentence] })))
      else tellRefusal(app, error, { kind: 'error' })
    } finally {
      setSaving(false)
    }
  }
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      {...spokenForm}
      className="password-form"
      onFinish={(passwords) => void save(passwords)}
      validateTrigger="onBlur"
    >
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Form.Item name="oldpassword" label="旧密码" rules={[{ required: true, message: '请输入旧密码!' }]}>
        <Input.Password autoComplete="current-password" placeholder="请输入旧密码" />
      </Form.Item>
      <Form.Item
        name="password"
        label="新密码"
        extra="至少 8 位，须包含字母、数字和特殊符号"
        rules={[
          { required: true, message: '请输入新密码!' },
          {
            validator: (_, value?: string) =>
              !value || isStrong(value) ? Promise.resolve() : Promise.reject(new Error('密码由8位数字、大小写字母和特殊符号组成!')),
          },
        ]}
      >
        <Input.Password autoComplete="new-password" placeholder="请输入新密码" />
      </Form.Item>
      <Form.Item
        name="confirmpassword"
        label="确认新密码"
        dependencies={['password']}
        rules={[
          { required: true, message: '请重新输入登录密码!' },
          ({ getFieldValue }) => ({
            validator: (_, value?: string) =>
              !value || value === getFieldValue('password') ? Promise.resolve() : Promise.reject(new Error('两次输入的密码不一样！')),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" placeholder="请再次输入新密码" />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={isSaving} disabled={isSaving} className="password-save">
        修改密码
      </Button>
    </Form>
  )
}
