import type { ClientField } from '../client-contract.ts'
import { NoFilter } from '../parts/TextFilter.tsx'

export const secret: ClientField<'secret'> = {
  width: { least: 72, most: 80 },
  sortable: false,
  Cell: () => '******',
  Filter: NoFilter,
}
