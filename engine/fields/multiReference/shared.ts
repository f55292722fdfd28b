import type { SharedField } from '../contract.ts'
import { readList } from '../parts/read-text.ts'

export const multiReference: SharedField<'multiReference'> = {
  title: '多项关联',
  label: () => ({ from: 'rows' }),
  /** The rows of a relation have no order of their own; they are sorted so that the same choice always gives the same value. */
  read(value, field) {
    const reading = readList(value, field)
    return field.through && 'value' in reading && reading.value ? { value: reading.value.split(',').toSorted().join(',') } : reading
  },
  toText: (value) => value,
}
