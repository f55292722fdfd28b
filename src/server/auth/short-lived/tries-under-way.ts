/** Tries that are being checked and are not in the log yet: each of them counts. */
export interface TriesUnderWay {
  /** Count a try under each key, unless one of them has too many; answers how many each had before, or undefined. */
  enter(id: string, keys: readonly CountedKey[]): Promise<readonly number[] | undefined>
  /** How many tries of a key are under way. */
  count(key: string): Promise<number>
  /** The try is in the log, or was given up. */
  leave(id: string, keys: readonly CountedKey[]): void
}

export interface CountedKey {
  readonly key: string
  /** More than this are not let in. */
  readonly most: number
}

/** The tries of this node. */
export function ownTries(): TriesUnderWay {
  const counts = new Map<string, number>()
  const count = (key: string): number => counts.get(key) ?? 0
  return {
    enter(_id, keys) {
      if (keys.some(({ key, most }) => count(key) >= most)) return Promise.resolve(undefined)
      const before = keys.map(({ key }) => count(key))
      for (const { key } of keys) counts.set(key, count(key) + 1)
      return Promise.resolve(before)
    },
    count: (key) => Promise.resolve(count(key)),
    leave(_id, keys) {
      for (const { key } of keys)
        if (count(key) > 1) counts.set(key, count(key) - 1)
        else counts.delete(key)
    },
  }
}
