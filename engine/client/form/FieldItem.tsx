import { FormItem } from '@formily/antd-v5/esm/form-item/index.js'
import type { Field } from '@formily/core'
import { observer, useField } from '@formily/react'
import { useRef, type ReactNode } from 'react'
import { useFormModel } from './form-model.ts'
import { focusField } from './focus-field.ts'
import { showProblems, valuesOf } from './form-problems.ts'
import { inputId } from './input-id.ts'

interface Props {
  readonly asterisk: boolean
  readonly gridSpan: number
  readonly children?: ReactNode
}

/**
 * Label, input and sentence of one field. The package neither connects its label to the input nor announces its sentence to screen readers;
 * both are fixed here.
 */
export const FieldItem = observer(function FieldItem({ children, ...rest }: Props) {
  const field = useField<Field>()
  const [problem] = field.selfErrors
  const model = useFormModel()
  const Beside = model.beside?.[String(field.props.name)]
  const { form } = field
  const own = useRef<HTMLElement | null>(null)
  const tell = (key: string, sentence: string) => {
    showProblems(form, model, { [key]: sentence })
    focusField(own.current?.closest('form') ?? null, key)
  }
  const beside = Beside && <Beside values={() => valuesOf(form)} tell={tell} />
  const tieToInput = (text: HTMLElement | null) => {
    own.current = text
    text?.closest('label')?.setAttribute('for', inputId(field))
  }
  return (
    <FormItem
      {...rest}
      data-field={field.props.name}
      label={<span ref={tieToInput}>{field.title}</span>}
      addonAfter={beside}
      feedbackText={problem && <span role="alert">{problem}</span>}
    >
      {children}
    </FormItem>
  )
})
