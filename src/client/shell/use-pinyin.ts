import { useEffect, useState } from 'react'

type Matches = (text: string, query: string) => boolean

/** What the package exports; its type declarations lack one level of default export. */
interface Matcher {
  readonly default: { match(text: string, query: string): readonly [number, number] | false }
}

async function load(): Promise<Matches> {
  const { default: pinyin } = (await import('pinyin-match')) as unknown as Matcher
  return (text, query) => pinyin.match(text, query) !== false
}

/** Compares by pinyin and initials; loaded when the user types the first letter. */
export function usePinyin(words: string): Matches | undefined {
  const [matches, setMatches] = useState<Matches>()
  const isWanted = matches === undefined && /[a-z]/i.test(words)
  useEffect(() => {
    if (!isWanted) return undefined
    let stopped = false
    load().then(
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
