import { useEffect, useState } from 'react'
import type { Tab } from '../state/at-hand.ts'
import { useRowAtHand } from '../state/use-row-at-hand.ts'
import { photosOf } from '../../wire.ts'
import { firstAdded, useEarlier } from './use-earlier.ts'

export type Side = 'earlier' | 'now'

/** Which of several photos is shown; another list begins at `first`. */
function useTurning(count: number, first: number, key: string): { shown: number; turn(by: 1 | -1): void } {
  const [index, setIndex] = useState(first)
  useEffect(() => setIndex(first), [first, key])
  const shown = Math.min(index, Math.max(0, count - 1))
  return { shown, turn: (by) => setIndex(count > 0 ? (shown + by + count) % count : 0) }
}

/**
 * The photos of the row at hand and, on request, of the submission that it replaced: which of each is shown, and which side the
 * keys act on.
 */
export function useSides(tab: Tab) {
  const { row, begun, upcoming } = useRowAtHand(tab)
  const [comparing, setComparing] = useState(false)
  const [chosen, setChosen] = useState<Side>('now')
  const paths = row ? photosOf(row) : []
  const earlier = useEarlier(row, begun, comparing)
  const id = row?.id ?? ''
  // People compare to see what was added.
  const added = comparing ? Math.max(0, firstAdded(paths, earlier)) : 0
  const now = { paths, ...useTurning(paths.length, added, `${id} ${comparing}`) }
  const before = { paths: earlier, ...useTurning(earlier.length, 0, `${id} ${comparing}`) }
  useEffect(() => {
    setComparing(false)
    setChosen('now')
  }, [id])
  const canCompare = (row?.submitCount ?? 0) > 1 || (begun !== undefined && begun.filePaths !== row?.filePaths)
  return {
    row,
    upcoming,
    sides: { now, earlier: before },
    atHand: comparing ? chosen : 'now',
    comparing,
    canCompare,
    choose: setChosen,
    compare: () => canCompare && setComparing((isOn) => !isOn),
    otherSide: () => comparing && setChosen((one) => (one === 'now' ? 'earlier' : 'now')),
  } as const
}
