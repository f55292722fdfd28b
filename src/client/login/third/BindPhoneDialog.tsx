import { Button, Form, Input, Modal, Space, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { ApiError, errorSentence } from '../../../../engine/client/index.ts'
import { checkRow } from '../../../../engine/schema/index.ts'
import { thirdBinding } from '../../../../schemas/identity/sign-in-forms.ts'
import { fieldProblems } from '../../account/password-rule.ts'
import { spokenForm } from '../../account/spoken-form.ts'
import { Designed } from '../../theme/Designed.tsx'
import { bindByPhone } from './third-calls.ts'
import { fieldBeside } from '../phone/field-beside.ts'
import { useCodeSending } from './use-code-sending.ts'

interface Props {
  readonly uuid: string
  onTicket(ticket: string): void
  onCancel(): void
}

interface Typed {
  readonly mobile: string
  readonly captcha: string
}

/** The document's sentences, as the server says them too. */
const rulesOf = (key: keyof Typed) => [
  {
    validator: async (_: unknown, value = '') => {
      const sentence = checkRow({ fields: { [key]: thirdBinding[key] } }, { [key]: value }, 'add').problems[key]
      if (sentence !== undefined) throw new Error(sentence)
    },
  },
]

function PhoneForm({ uuid, onTicket, onCancel }: Props) {
  const [form] = Form.useForm<Typed>()
  const [isBusy, setBusy] = useState(false)
  const { left, send } = useCodeSending()
  const input = useRef<InputRef>(null)
  function tell(error: unknown, field: keyof Typed) {
    const problems = error instanceof ApiError ? fieldProblems(error.details, ['mobile', 'captcha']) : []
    const found = problems.length > 0 ? problems : [{ field, sentence: errorSentence(error) }]
    form.setFields(found.map((problem) => ({ name: problem.field as keyof Typed, errors: [problem.sentence] })))
  }
  async function sendCode(button: HTMLElement) {
    const valid = await form.validateFields(['mobile']).catch(() => undefined)
    if (!valid) return input.current?.focus()
    fieldBeside(button)?.focus()
    await send(valid.mobile).catch((error: unknown) => {
      tell(error, 'mobile')
      input.current?.focus()
    })
  }
  async function bind(typed: Typed) {
    if (isBusy) return
    setBusy(true)
    try {
      onTicket(await bindByPhone({ ...typed, thirdUserUuid: uuid }))
    } catch (error) {
      tell(error, 'captcha')
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title="绑定手机号"
      width={420}
      maskClosable={false}
      confirmLoading={isBusy}
      okText="确定"
      cancelText="取消"
      onOk={() => form.submit()}
      onCancel={onCancel}
      afterOpenChange={(open) => open && input.current?.focus()}
    >
      <p>首次使用该方式登录，请先绑定手机号。已有账号的手机号将绑定到该账号。</p>
      <Form
        form={form}
        name="third-phone"
        layout="vertical"
        requiredMark={false}
        {...spokenForm}
        validateTrigger="onSubmit"
        onFinish={(typed) => void bind(typed)}
      >
        <Form.Item name="mobile" label="手机号" rules={rulesOf('mobile')}>
          <Input ref={input} onPressEnter={form.submit} inputMode="tel" autoComplete="tel" maxLength={20} placeholder="请输入手机号" />
        </Form.Item>
        <Form.Item label="验证码" htmlFor="third-phone_captcha" required={false}>
          <Space.Compact block>
            <Form.Item name="captcha" noStyle rules={rulesOf('captcha')}>
              <Input onPressEnter={form.submit} inputMode="numeric" autoComplete="one-time-code" maxLength={6} placeholder="请输入验证码" />
            </Form.Item>
            <Button aria-live="off" disabled={left > 0} onClick={({ currentTarget }) => void sendCode(currentTarget)}>
              {left > 0 ? `${left} 秒后重发` : '获取验证码'}
            </Button>
          </Space.Compact>
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** Binds an account of another provider by the code of a phone. */
export function BindPhoneDialog(props: Props) {
  return (
    <Designed>
      <PhoneForm {...props} />
    </Designed>
  )
}
