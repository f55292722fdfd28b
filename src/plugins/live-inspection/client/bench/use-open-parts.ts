import { useCallback, useState } from 'react'
import type { Tab } from '../state/at-hand.ts'
import type { OpenWindow } from './BenchWindows.tsx'
import { usePhotos } from './use-photos.ts'

/** What is open beside the lists: a window, the photos, the seats. */
export function useOpenParts(tab: Tab, narrow: boolean) {
  const [open, setWindow] = useState<OpenWindow>()
  const [seatsShown, setSeatsShown] = useState(false)
  const { open: photosShown, setOpen: setPhotos } = usePhotos(tab, narrow)
  const closeWindow = useCallback(() => setWindow(undefined), [])
  const closePhotos = useCallback(() => setPhotos(false), [setPhotos])
  return {
    open,
    setWindow,
    closeWindow,
    showShortcuts: () => setWindow({ is: 'shortcuts' }),
    seatsShown,
    toggleSeats: () => setSeatsShown(!seatsShown),
    photosShown,
    setPhotos,
    closePhotos,
    togglePhotos: () => setPhotos(!photosShown),
  }
}
