import { Skeleton } from 'antd'
import { Suspense } from 'react'
import { lazyPart } from '../../browser/lazy-part.tsx'
import { MissingInput } from '../../browser/Missing.tsx'
import type { FieldInput } from '../client-contract.ts'

/** The table, with what it brings along, is loaded with the first form that has rows. */
const RowsInput = lazyPart(() => import('./RowsInput.tsx').then((file) => file.RowsInput), MissingInput)

export const rows: FieldInput<'rows'> = (props) => (
  <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 3 }} />}>
    <RowsInput {...props} />
  </Suspense>
)
