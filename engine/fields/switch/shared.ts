import type { FieldOf, SharedField } from '../contract.ts'
import { messages } from '../messages.ts'

/** The texts of the two positions. */
export const positions = (field: FieldOf<'switch'>): { on: string; off: string } => ({ on: field.on ?? '是', off: field.off ?? '否' })

export const switchField: SharedField<'switch'> = {
  title: '开关',
  kind: () => 'boolean',
  choices(field) {
    const { on, off } = positions(field)
    return [
      { value: 1, label: on },
      { value: 0, label: off },
    ]
  },
  read(value, field) {
    if (value === null || value === undefined) return { value: null }
    const { on, off } = positions(field)
    const given = typeof value === 'object' ? 'object' : String(value).trim()
    if (given === '') return { value: null }
    if (given === '1' || given === 'true' || given === on) return { value: 1 }
    if (given === '0' || given === 'false' || given === off) return { value: 0 }
    return { message: messages.option(field.label, [on, off]) }
  },
  toText: (value, field) => (value === 1 ? positions(field).on : positions(field).off),
}
