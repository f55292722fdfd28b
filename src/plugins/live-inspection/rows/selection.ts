/** The row that the keyboard works on. When it leaves the list the next one takes its place, at the end the one before. */
export function afterLeaving(before: readonly string[], after: readonly string[], selected: string | undefined): string | undefined {
  if (selected === undefined || after.includes(selected)) return selected
  const at = before.indexOf(selected)
  if (at < 0) return undefined
  const still = new Set(after)
  return before.slice(at + 1).find((id) => still.has(id)) ?? before.slice(0, at).findLast((id) => still.has(id))
}

/** One step up or down; from nothing to the first row. Rows for which `isFree` is false are passed over. */
export function step(ids: readonly string[], selected: string | undefined, by: 1 | -1, isFree: (id: string) => boolean = () => true) {
  const at = selected === undefined ? -1 : ids.indexOf(selected)
  if (at < 0) return ids.find(isFree)
  const beyond = by === 1 ? ids.slice(at + 1) : ids.slice(0, at).reverse()
  return beyond.find(isFree) ?? selected
}

export interface SelectionStore {
  get(): string | undefined
  set(id: string | undefined): void
  watch(listener: () => void): () => void
}

/** The selected row as something to follow; setting the same row again tells nobody. */
export function createSelection(): SelectionStore {
  let selected: string | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => selected,
    set: (id) => {
      if (id === selected) return
      selected = id
      for (const listener of listeners) listener()
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
