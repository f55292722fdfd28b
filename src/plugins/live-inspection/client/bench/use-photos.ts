import { useCallback, useState } from 'react'
import type { Tab } from '../state/at-hand.ts'

const key = 'shiyan.live.photos'

interface Photos {
  readonly open: boolean
  setOpen(open: boolean): void
}

/** Whether the photos are shown: on a wide screen as this person last left it, on a telephone only on demand. */
export function usePhotos(tab: Tab, narrow: boolean): Photos {
  const [wide, setWide] = useState(() => localStorage.getItem(key) !== '0')
  const [small, setSmall] = useState(false)
  const setOpen = useCallback(
    (open: boolean) => {
      if (narrow) return setSmall(open)
      localStorage.setItem(key, open ? '1' : '0')
      setWide(open)
    },
    [narrow],
  )
  return { open: tab !== 'help' && (narrow ? small : wide), setOpen }
}
