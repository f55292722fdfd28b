import { Form, Input, type InputRef } from 'antd'
import type { Ref } from 'react'
import './second-step.css'

const isCode = (typed = ''): boolean => /^\d{6}$/.test(typed.replaceAll(' ', ''))

/** The form item for a dynamic code of six digits. */
export function CodeItem({ label, inputRef }: { readonly label: string; readonly inputRef?: Ref<InputRef> }) {
  return (
    <Form.Item
      name="code"
      label={label}
      validateTrigger="onSubmit"
      rules={[
        {
          validator: (_, typed?: string) => (isCode(typed) ? Promise.resolve() : Promise.reject(new Error('请输入 6 位动态码!'))),
        },
      ]}
    >
      <Input
        {...(inputRef && { ref: inputRef })}
        className="dynamic-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        placeholder="6 位数字"
      />
    </Form.Item>
  )
}
