import type { ClientField } from '../client-contract.ts'
import { NoFilter } from '../TextFilter.tsx'

export const secret: ClientField<'secret'> = {
  Cell: () => '******',
  Filter: NoFilter,
}
