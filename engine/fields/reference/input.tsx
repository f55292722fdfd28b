import { useEffect, useRef } from 'react'
import { useCurrentUser } from '../../browser/current-user.ts'
import type { FieldInput, InputProps } from '../client-contract.ts'
import type { FieldOf } from '../contract.ts'
import { ReferenceSelect } from '../parts/ReferenceSelect.tsx'
import { useOptions } from '../parts/use-options.ts'

/** Preselects a row of the other entity once in a new row: the remembered one, or else the marked one (`preselect`). */
function ReferenceInput(props: InputProps<FieldOf<'reference'>>) {
  const { field, value, fresh, onPreselect, onChange } = props
  const offered = useCurrentUser().offered[field.to]
  const remembered = field.key === undefined ? offered : undefined
  const wanted = useRef(fresh && (remembered !== undefined || field.preselect !== undefined) && !value)
  const query = field.preselect ? { [field.preselect]: 1, pageSize: 1 } : {}
  const { data } = useOptions({ ...field, query, when: wanted.current && remembered === undefined })
  const first = remembered?.value ?? data?.[0]?.value
  useEffect(() => {
    if (first === undefined || !wanted.current) return
    wanted.current = false
    onPreselect(first)
  }, [first, onPreselect])
  const change = (next: string | undefined) => {
    wanted.current = false
    onChange(next ?? null)
  }
  return <ReferenceSelect {...props} onChange={change} />
}

export const reference: FieldInput<'reference'> = ReferenceInput
