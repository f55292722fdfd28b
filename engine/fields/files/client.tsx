import { Suspense } from 'react'
import { lazyPart } from '../../browser/lazy-part.tsx'
import { MissingInput } from '../../browser/Missing.tsx'
import type { CellProps, ClientField } from '../client-contract.ts'
import { commaList } from '../comma-list.ts'
import type { FieldOf } from '../contract.ts'
import { TextFilter } from '../parts/TextFilter.tsx'

/** What opens files is loaded with the first one. */
const FileLinks = lazyPart(() => import('./FileLinks.tsx').then((file) => file.FileLinks), MissingInput)

const FilesCell = ({ field, value }: CellProps<FieldOf<'files'>>) => (
  <Suspense>
    <FileLinks field={field} paths={commaList(value)} />
  </Suspense>
)

export const files: ClientField<'files'> = {
  width: { least: 90, most: 130 },
  sortable: false,
  wholeRow: true,
  Cell: FilesCell,
  Filter: TextFilter,
}
