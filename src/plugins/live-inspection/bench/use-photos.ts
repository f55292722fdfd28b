import { useMemo, useState } from 'react'
import { photosOf, type ResultRow } from '../rows/wire.ts'
import { useBench, useEdit, useRow, useSelected } from './bench-context.ts'
import type { Tab } from './create-bench.ts'

const key = 'shiyan.live.photos'
const most = 18

interface Photos {
  readonly open: boolean
  setOpen(open: boolean): void
  readonly row: ResultRow | undefined
  readonly begun: ResultRow | undefined
  /** Photos of those who come next. */
  readonly upcoming: readonly string[]
}

/** Whose photos are shown: those of the row being marked, else of the selected one. */
export function usePhotos(tab: Tab, narrow: boolean): Photos {
  const bench = useBench()
  const edit = useEdit()
  const list = tab === 'history' ? bench.history : bench.submitted
  const selected = useSelected(tab === 'help' ? 'submitted' : tab)
  const id = edit?.row.id ?? selected ?? ''
  const listed = useRow(list, id)
  const [wide, setWide] = useState(() => localStorage.getItem(key) !== '0')
  const [small, setSmall] = useState(false)
  const row = edit?.latest ?? (edit ? (listed ?? edit.row) : listed)
  const { ids } = list.view()
  const upcoming = useMemo(() => {
    const at = ids.indexOf(id)
    return ids
      .slice(at + 1, at + 3)
      .flatMap((next) => {
        const coming = list.row(next)
        return coming ? photosOf(coming) : []
      })
      .slice(0, most)
  }, [ids, id, list])
  const setOpen = (open: boolean) => {
    if (narrow) return setSmall(open)
    localStorage.setItem(key, open ? '1' : '0')
    setWide(open)
  }
  return { open: tab !== 'help' && (narrow ? small : wide), setOpen, row, begun: edit?.row, upcoming }
}
