import { createStore } from 'zustand/vanilla'
import type { ListStore } from './list-store.ts'
import type { Holder } from '../../wire.ts'

/** The nearest row further down, or further up, that can be chosen. */
const below = (ids: readonly string[], index: number, isOpen: (id: string) => boolean) => ids.slice(index + 1).find(isOpen)
const above = (ids: readonly string[], index: number, isOpen: (id: string) => boolean) => ids.slice(0, Math.max(index, 0)).findLast(isOpen)

interface Steps {
  /** Whether a row can be chosen; others are skipped. */
  isOpen?(id: string): boolean
  /** Whether the current row is still in the list; from one that has left, a step past the end turns back. */
  isThere?(id: string): boolean
}

/** One step up or down; if nothing is chosen, the first row. */
export function step(ids: readonly string[], selected: string | undefined, by: 1 | -1, steps: Steps = {}): string | undefined {
  const { isOpen = () => true, isThere = () => true } = steps
  const index = selected === undefined ? -1 : ids.indexOf(selected)
  if (selected === undefined || index < 0) return ids.find(isOpen)
  const [ahead, back] = by === 1 ? [below, above] : [above, below]
  return ahead(ids, index, isOpen) ?? (isThere(selected) ? selected : back(ids, index, isOpen))
}

/** The row that comes after a finished one: the next below, at the end the one above. */
export function following(ids: readonly string[], done: string, isOpen: (id: string) => boolean): string | undefined {
  const index = ids.indexOf(done)
  return below(ids, index, isOpen) ?? above(ids, index, isOpen)
}

/** The row that the keyboard works on. Only its user changes it. */
export interface MarkSelectionStore {
  get(): string | undefined
  /** Choose a row; choosing the same one again counts as well. */
  set(id: string | undefined): void
  /** Counts the choices: code that awaited something checks whether the user has moved on since. */
  round(): number
  /** A colleague took the row over: no key marks it until the user chooses again. */
  halt(by: Holder): void
  haltedBy(): Holder | undefined
  watch(listener: () => void): () => void
}

interface AtHand {
  readonly id?: string | undefined
  readonly haltedBy?: Holder
}

export function createMarkSelection(): MarkSelectionStore {
  const { getState, setState, subscribe } = createStore<AtHand>(() => ({}))
  let rounds = 0
  return {
    get: () => getState().id,
    set: (id) => {
      rounds += 1
      if (id !== getState().id || getState().haltedBy) setState({ id }, true)
    },
    round: () => rounds,
    halt: (haltedBy) => setState({ haltedBy }),
    haltedBy: () => getState().haltedBy,
    watch: subscribe,
  }
}

/** The chosen row keeps its place in the list for as long as it is chosen. */
export function holdSelected<Row>(list: ListStore<Row>, selection: MarkSelectionStore): void {
  let letGo = (): void => undefined
  selection.watch(() => {
    const id = selection.get()
    const before = letGo
    letGo = id === undefined ? () => undefined : list.hold(id)
    before()
  })
}
