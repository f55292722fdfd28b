import { useEffect, useState } from 'react'
import { loadPinyin, type PinyinMatches } from '../../load-pinyin.ts'

/** Compares by pinyin and initials; loaded when the user types the first letter. */
export function usePinyin(words: string): PinyinMatches | undefined {
  const [matches, setMatches] = useState<PinyinMatches>()
  const isWanted = matches === undefined && /[a-z]/i.test(words)
  useEffect(() => {
    if (!isWanted) return undefined
    let stopped = false
    loadPinyin().then(
      (loaded) => {
        if (!stopped) setMatches(() => loaded)
      },
      () => undefined,
    )
    return () => {
      stopped = true
    }
  }, [isWanted])
  return matches
}
