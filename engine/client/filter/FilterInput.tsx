import { clientField } from '../../fields/client.ts'
import type { FilterProps } from '../../fields/client-contract.ts'
import type { AnyField } from '../../schema/index.ts'

/** The input of one filter, by its field type. */
export function FilterInput(props: FilterProps<AnyField>) {
  const { Filter } = clientField(props.field)
  return <Filter {...props} />
}
