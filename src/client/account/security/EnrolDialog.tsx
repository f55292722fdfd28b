import { Form, Modal, QRCode, Typography, type InputRef } from 'antd'
import { useRef } from 'react'
import { CodeItem } from '../../login/second-step/CodeItem.tsx'
import { spokenForm } from '../spoken-form.ts'
import { useFormCall } from './use-form-call.ts'
import './security.css'

/** What the server answers to a user who wants to switch dynamic codes on. */
export interface Enrolment {
  readonly secret: string
  readonly uri: string
  readonly ticket: string
}

interface Props {
  readonly enrolment: Enrolment
  onDone(recoveryCodes: readonly string[]): void
  onCancel(): void
}

/** Shows the picture for the telephone and asks for a first code of it. */
export function EnrolDialog({ enrolment: { secret, uri, ticket }, onDone, onCancel }: Props) {
  const [form] = Form.useForm<{ code: string }>()
  const { call, isBusy } = useFormCall(form)
  const input = useRef<InputRef>(null)
  async function confirm({ code }: { code: string }) {
    const answer = await call<{ recoveryCodes: readonly string[] }>({ url: '/sys/twoStep/confirm', data: { ticket, code } })
    if (answer) onDone(answer.result.recoveryCodes)
    else input.current?.select()
  }
  return (
    <Modal
      open
      title="开启两步验证"
      width={460}
      maskClosable={false}
      okText="开启"
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={onCancel}
      afterOpenChange={(open) => open && input.current?.focus()}
    >
      <ol className="enrol-steps">
        <li>
          用手机上的验证器应用扫描二维码（微软、谷歌等验证器均可）：
          <QRCode value={uri} type="svg" size={180} bordered={false} color="#000" bgColor="#fff" className="enrol-picture" />
          <span>
            无法扫描？手动输入密钥：
            <Typography.Text code copyable={{ text: secret, tooltips: ['复制', '已复制'] }} className="enrol-secret">
              {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
            </Typography.Text>
          </span>
        </li>
        <li>输入应用中显示的动态码：</li>
      </ol>
      <Form form={form} name="enrol" layout="vertical" requiredMark={false} {...spokenForm} onFinish={(typed) => void confirm(typed)}>
        <CodeItem label="动态码" inputRef={input} />
      </Form>
    </Modal>
  )
}
