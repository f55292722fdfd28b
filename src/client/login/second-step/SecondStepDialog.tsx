import { Button, Form, Input, Modal, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { ApiError, api } from '../../../../engine/client/index.ts'
import { fieldProblems } from '../../account/password-rule.ts'
import { spokenForm } from '../../account/spoken-form.ts'
import type { LoginRecord } from '../../signed-in/login-record.ts'
import { Designed } from '../../theme/Designed.tsx'
import { recordOf, type LoginAnswer } from '../sign-in.ts'
import { CodeItem } from './CodeItem.tsx'

interface Props {
  readonly ticket: string
  onDone(login: LoginRecord | undefined): void
  onFailed(error: unknown): void
}

interface Typed {
  readonly code?: string
  readonly recoveryCode?: string
}

/** The second step of a sign-in: six digits from the telephone, or a recovery code. */
function SecondStepForm({ ticket, onDone, onFailed }: Props) {
  const [form] = Form.useForm<Typed>()
  const [isBusy, setBusy] = useState(false)
  const [isRecovering, setRecovering] = useState(false)
  const input = useRef<InputRef>(null)
  async function sendCode(typed: Typed) {
    if (isBusy) return
    setBusy(true)
    try {
      onDone(recordOf(await api.post<LoginAnswer>('/sys/twoStep/login', { ticket, ...typed })))
    } catch (error) {
      const problems = error instanceof ApiError ? fieldProblems(error.details, ['code', 'recoveryCode']) : []
      if (problems.length === 0) return onFailed(error)
      form.setFields(problems.map(({ field, sentence }) => ({ name: field as keyof Typed, errors: [sentence] })))
      setBusy(false)
      input.current?.focus()
      input.current?.select()
    }
  }
  const switchWay = () => {
    setRecovering(!isRecovering)
    setTimeout(() => input.current?.focus())
  }
  return (
    <Modal
      open
      title="两步验证"
      width={400}
      zIndex={2100}
      maskClosable={false}
      okText="确定"
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={() => onDone(undefined)}
      afterOpenChange={(open) => open && input.current?.focus()}
    >
      <Form
        form={form}
        name="second-step"
        layout="vertical"
        requiredMark={false}
        {...spokenForm}
        preserve={false}
        onFinish={(typed) => void sendCode(typed)}
      >
        {isRecovering ? (
          <Form.Item name="recoveryCode" label="恢复码" rules={[{ required: true, whitespace: true, message: '请输入恢复码!' }]}>
            <Input ref={input} autoComplete="off" maxLength={20} placeholder="开启两步验证时保存的恢复码" />
          </Form.Item>
        ) : (
          <CodeItem label="验证器中的动态码" inputRef={input} />
        )}
      </Form>
      <Button type="link" className="second-step-way" onClick={switchWay}>
        {isRecovering ? '使用动态码' : '手机不在身边？使用恢复码'}
      </Button>
    </Modal>
  )
}

/** The dialog 两步验证; on the login page there is no theme for antd around it. */
export function SecondStepDialog(props: Props) {
  return (
    <Designed>
      <SecondStepForm {...props} />
    </Designed>
  )
}
