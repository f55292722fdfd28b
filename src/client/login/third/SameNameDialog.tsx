import { Button, Form, Input, Modal, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { errorSentence } from '../../../../engine/client/index.ts'
import { spokenForm } from '../../account/spoken-form.ts'
import { Designed } from '../../theme/Designed.tsx'
import type { SameName } from './popup.ts'
import { bindByPassword, createUser } from './third-calls.ts'

interface Props {
  readonly account: SameName
  onTicket(ticket: string): void
  onCancel(): void
}

function Choice({ account, onTicket, onCancel }: Props) {
  const [form] = Form.useForm<{ password: string }>()
  const [isBinding, setBinding] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const input = useRef<InputRef>(null)
  async function run(ask: () => Promise<string>) {
    if (isBusy) return
    setBusy(true)
    setRefusal(undefined)
    try {
      onTicket(await ask())
    } catch (error) {
      setRefusal(errorSentence(error))
      setBusy(false)
      input.current?.focus()
    }
  }
  const create = <Button onClick={() => void run(() => createUser(account))}>创建新账号</Button>
  return (
    <Modal
      open
      title={isBinding ? '绑定账号密码验证' : '第三方账号已存在同名用户'}
      width={420}
      maskClosable={false}
      confirmLoading={isBusy}
      okText={isBinding ? '确定' : '绑定已有账号'}
      cancelText="取消"
      okButtonProps={{ autoFocus: true }}
      onOk={() => (isBinding ? form.submit() : setBinding(true))}
      onCancel={onCancel}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          <CancelBtn />
          {!isBinding && create}
          <OkBtn />
        </>
      )}
    >
      {isBinding ? (
        <Form
          form={form}
          name="third-password"
          layout="vertical"
          requiredMark={false}
          {...spokenForm}
          onFinish={({ password }) => void run(() => bindByPassword(account, password))}
        >
          <Form.Item
            name="password"
            label={`用户 ${account.username} 的密码`}
            validateTrigger="onSubmit"
            rules={[{ required: true, message: '请输入密码' }]}
            {...(refusal !== undefined && { validateStatus: 'error' as const, help: refusal })}
          >
            <Input.Password
              ref={input}
              autoFocus
              autoComplete="current-password"
              placeholder="请输入密码"
              onChange={() => setRefusal(undefined)}
            />
          </Form.Item>
        </Form>
      ) : (
        <p role={refusal === undefined ? undefined : 'alert'}>
          {refusal ?? `系统中已有用户 ${account.username}。如果是您本人，请绑定该账号；否则请创建新账号。`}
        </p>
      )}
    </Modal>
  )
}

/** An account of another provider whose name a user here has: bind both, or make a new user. */
export function SameNameDialog(props: Props) {
  return (
    <Designed>
      <Choice {...props} />
    </Designed>
  )
}
