import { Form, InputNumber } from 'antd'
import { useId } from 'react'

export interface NumberProps {
  readonly label: string
  readonly value: number | null
  /** The field takes this value if it is left with a larger one. */
  readonly max: number
  readonly problem: string | undefined
  onChange(value: number | null): void
  onEnter(): void
}

const whole = (text: string): number | null => (/^\d+$/.test(text.trim()) ? Number(text) : null)

/** While the number is too large, a sentence is shown below; antd reports such a value only as text. */
export function NumberItem({ label, value, max, problem, onChange, onEnter }: NumberProps) {
  const id = useId()
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      validateStatus={problem ? 'error' : undefined}
      help={
        problem && (
          <span role="alert">
            {label}：<span>{problem}</span>
          </span>
        )
      }
      style={{ marginBottom: 0, flex: '1 1 200px', maxWidth: 280 }}
    >
      <InputNumber
        id={id}
        min={0}
        max={max}
        precision={0}
        value={value}
        aria-invalid={Boolean(problem)}
        onChange={onChange}
        onInput={(text) => {
          const typed = whole(text)
          if (typed !== null && typed > max) onChange(typed)
        }}
        onPressEnter={onEnter}
        style={{ width: '100%' }}
      />
    </Form.Item>
  )
}
