import { Suspense, useState, type ComponentProps } from 'react'
import type { FilterBar } from './FilterBar.tsx'
import { FilterButton } from './FilterButton.tsx'
import { LazyFilterSheet } from './filter-sheet.ts'

/** The filters of a list on a telephone. Their button can be pressed before the sheet is loaded, which then opens at once. */
export function PhoneFilters(props: ComponentProps<typeof FilterBar>) {
  const [open, setOpen] = useState(false)
  return (
    <Suspense fallback={<FilterButton aria-busy onClick={() => setOpen(true)} />}>
      <LazyFilterSheet {...props} open={open} onOpen={setOpen} />
    </Suspense>
  )
}
