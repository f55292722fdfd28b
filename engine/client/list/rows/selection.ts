import { createStore } from 'zustand/vanilla'
import type { WireRow } from '../../../schema/index.ts'

/** The chosen rows by id, whichever page they are on. */
export type Selection = ReadonlyMap<string, WireRow>
export type SelectionChange =
  | { readonly to: 'toggle'; readonly id: string; readonly row: WireRow }
  | { readonly to: 'only'; readonly id: string; readonly row: WireRow }
  | { readonly to: 'page'; readonly rows: ReadonlyMap<string, WireRow>; readonly on: boolean }
  | { readonly to: 'keep'; readonly ids: ReadonlySet<string> }
  /** These rows are no longer there; all others stay chosen. */
  | { readonly to: 'drop'; readonly ids: ReadonlySet<string> }
  | { readonly to: 'clear' }

/** The next selection; what is chosen on other pages stays chosen. */
export function reduceSelection(selection: Selection, change: SelectionChange): Selection {
  if (change.to === 'clear') return new Map()
  if (change.to === 'only') return new Map([[change.id, change.row]])
  if (change.to === 'keep') return new Map([...selection].filter(([id]) => change.ids.has(id)))
  if (change.to === 'drop') return new Map([...selection].filter(([id]) => !change.ids.has(id)))
  const next = new Map(selection)
  if (change.to === 'toggle') {
    if (!next.delete(change.id)) next.set(change.id, change.row)
    return next
  }
  for (const [id, row] of change.rows) {
    if (change.on) next.set(id, row)
    else next.delete(id)
  }
  return next
}

/** A selection that each cell listens to by itself, so that ticking a row renders only that row again. */
export interface SelectionStore {
  current(): Selection
  change(change: SelectionChange): void
  listen(listener: () => void): () => void
}

/** A selection, with nothing chosen unless these rows are. */
export function createSelection(chosen: Selection = new Map()): SelectionStore {
  const { getState, setState, subscribe } = createStore<Selection>(() => chosen)
  return { current: getState, change: (change) => setState((selection) => reduceSelection(selection, change), true), listen: subscribe }
}
