import { useEffect, useRef } from 'react'
import type { FieldInput, InputProps } from '../client-contract.ts'
import type { FieldOf } from '../contract.ts'
import { ReferenceSelect } from './ReferenceSelect.tsx'
import { useOptions } from './use-options.ts'

/** On a new row the other entity's marked row (`preselect`) is chosen at first, once. */
function ReferenceInput(props: InputProps<FieldOf<'reference'>>) {
  const { field, value, fresh, onPreselect, onChange } = props
  const wanted = useRef(fresh && field.preselect !== undefined && !value)
  const query = field.preselect ? { [field.preselect]: 1, pageSize: 1 } : {}
  const { data } = useOptions({ ...field, query, when: wanted.current })
  useEffect(() => {
    const first = data?.[0]
    if (!first || !wanted.current) return
    wanted.current = false
    onPreselect(first.value)
  }, [data, onPreselect])
  const change = (next: string | undefined) => {
    wanted.current = false
    onChange(next ?? null)
  }
  return <ReferenceSelect {...props} onChange={change} />
}

export const reference: FieldInput<'reference'> = ReferenceInput
