import { Skeleton } from 'antd'
import { Suspense } from 'react'
import { clientField } from '../../fields/client.ts'
import type { FilterProps } from '../../fields/client-contract.ts'
import type { AnyField } from '../../schema/index.ts'

/** The input of one filter, by its field type; calendars and trees load when first shown. */
export function FilterInput(props: FilterProps<AnyField>) {
  const { Filter } = clientField(props.field)
  return (
    <Suspense fallback={<Skeleton.Input active block />}>
      <Filter {...props} />
    </Suspense>
  )
}
