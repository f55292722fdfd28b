import { useLayoutEffect, useState } from 'preact/hooks'

/** A value that components follow. */
export interface Observable<T> {
  get(): T
  set(value: T): void
  subscribe(react: () => void): () => void
}

/** A value to follow; setting the same value again notifies nobody. */
export function observable<T>(first: T): Observable<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const react of listeners) react()
    },
    subscribe(react) {
      listeners.add(react)
      return () => listeners.delete(react)
    },
  }
}

/** The value as it is now; the component is drawn again when it changes. */
export function useValue<T>({ subscribe, get }: Observable<T>): T {
  const [value, setValue] = useState(get)
  useLayoutEffect(() => {
    const follow = () => setValue(() => get())
    follow()
    return subscribe(follow)
  }, [subscribe, get])
  return value
}
