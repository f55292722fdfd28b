import { App, Modal } from 'antd'
import { send, StepsForm, tellRefusal, type FormStepSpec } from '../../../../engine/client/index.ts'
import type { Fields, WireRow } from '../../../../engine/schema/index.ts'
import { refusedFields } from '../../login/phone/refused-fields.ts'

interface Props {
  readonly title: string
  readonly url: string
  readonly fields: Fields
  readonly beside?: NonNullable<FormStepSpec['beside']>
  onDone(): void
  onCancel(): void
}

/** A window with a small form that changes something of one's own account; refusals stand at their fields. */
export function FieldsDialog({ title, url, fields, beside, onDone, onCancel }: Props) {
  const app = App.useApp()
  async function submit(values: WireRow) {
    const data = Object.fromEntries(Object.keys(fields).map((key) => [key, values[key]]))
    try {
      const { message } = await send({ method: 'POST', url, data })
      void app.message.success(message)
      onDone()
      return {}
    } catch (error) {
      const refused = refusedFields(error)
      if (Object.keys(refused).length === 0) tellRefusal(app, error, { kind: 'error' })
      return refused
    }
  }
  return (
    <Modal open title={title} width={420} footer={null} maskClosable={false} onCancel={onCancel}>
      <StepsForm steps={[{ title, fields, saveText: '确定', submit, ...(beside && { beside }) }]} />
    </Modal>
  )
}
