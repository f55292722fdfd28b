import type { ClientField } from '../client-contract.ts'
import { TextFilter } from '../parts/TextFilter.tsx'
import { LazyIcon } from './LazyIcon.tsx'

export const icon: ClientField<'icon'> = {
  width: { least: 64, most: 160 },
  written: true,
  Cell: ({ value }) => (
    <span title={String(value)}>
      <LazyIcon name={String(value)} />
    </span>
  ),
  Filter: TextFilter,
}
