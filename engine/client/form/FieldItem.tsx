import type { Field } from '@formily/core'
import { observer, useField } from '@formily/react'
import { Form } from 'antd'
import type { ReactNode } from 'react'
import { presenceOf, useFormModel } from './form-model.ts'
import { inputId } from './input-id.ts'

/** A field that needs the whole width stands in a row of its own. */
const whole = { gridColumn: '1 / -1' }

interface Props {
  readonly isWide?: boolean
  readonly children?: ReactNode
}

/** Label, input and sentence of one field. The label belongs to the input, which Formily's own item does not do. */
export const FieldItem = observer(function FieldItem({ isWide, children }: Props) {
  const field = useField<Field>()
  const model = useFormModel()
  const key = String(field.props.name)
  const definition = model.fields[key]
  if (!definition) return null
  const isOpen = presenceOf(model, key, definition) === 'open'
  const [problem] = field.selfErrors
  const isRequired = isOpen && definition.required !== undefined && !(definition.requiredOn === 'add' && model.mode === 'edit')
  return (
    <div style={isWide ? whole : undefined} data-field={key}>
      <Form.Item
        label={definition.label}
        htmlFor={inputId(field)}
        required={isRequired}
        validateStatus={problem ? 'error' : undefined}
        help={problem && <span role="alert">{problem}</span>}
        extra={definition.help}
      >
        {children}
      </Form.Item>
    </div>
  )
})
