import { App, Form, Input, Modal, type InputRef } from 'antd'
import { useRef } from 'react'
import { spokenForm } from '../spoken-form.ts'
import { useFormCall } from './use-form-call.ts'

interface Props<T> {
  readonly title: string
  /** What the password confirms. */
  readonly text: string
  readonly url: string
  /** What else the call needs. */
  readonly data?: Readonly<Record<string, string>>
  readonly danger?: boolean
  onDone(result: T): void
  onCancel(): void
}

/** Asks for the user's own password, and makes a call that needs it. */
export function PasswordDialog<T>({ title, text, url, data = {}, danger = false, onDone, onCancel }: Props<T>) {
  const { message } = App.useApp()
  const [form] = Form.useForm<{ password: string }>()
  const { call, isBusy } = useFormCall(form)
  const input = useRef<InputRef>(null)
  async function confirm(typed: { password: string }) {
    const answer = await call<T>({ url, data: { ...data, ...typed } })
    if (!answer) return input.current?.focus()
    if (answer.result === null) void message.success(answer.message)
    onDone(answer.result)
  }
  return (
    <Modal
      open
      title={title}
      width={420}
      maskClosable={false}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ danger }}
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={onCancel}
      afterOpenChange={(open) => open && input.current?.focus()}
    >
      <p>{text}</p>
      <Form form={form} name="confirm" layout="vertical" requiredMark={false} {...spokenForm} onFinish={(typed) => void confirm(typed)}>
        <Form.Item name="password" label="登录密码" rules={[{ required: true, message: '请输入登录密码!' }]} validateTrigger="onSubmit">
          <Input.Password ref={input} autoComplete="current-password" placeholder="请输入登录密码" />
        </Form.Item>
      </Form>
    </Modal>
  )
}
