import { Suspense } from 'react'
import { lazyPart } from '../../browser/lazy-part.tsx'
import { MissingInput } from '../../browser/Missing.tsx'
import type { CellProps, ClientField } from '../client-contract.ts'
import type { FieldOf } from '../contract.ts'
import { PlainCell } from '../parts/PlainCell.tsx'
import { NoFilter } from '../parts/TextFilter.tsx'
import { parseRows, rowText } from './shared.ts'

/** All rows are shown on the page of a row alone. */
const RowsTable = lazyPart(() => import('./RowsTable.tsx').then((file) => file.RowsTable), MissingInput)

/** In a list the rows stand in one line, with their number. */
function RowsCell({ field, value, ellipsis }: CellProps<FieldOf<'rows'>>) {
  const rows = parseRows(value) ?? []
  return <PlainCell text={`${rows.length} 行：${rows.map((row) => rowText(row, field)).join('；')}`} ellipsis={ellipsis} />
}

export const rows: ClientField<'rows'> = {
  width: { least: 120, most: 260 },
  cut: true,
  sortable: false,
  wholeRow: true,
  Cell: RowsCell,
  Whole: ({ field, value }) => (
    <Suspense>
      <RowsTable field={field} rows={parseRows(value) ?? []} />
    </Suspense>
  ),
  Filter: NoFilter,
}
