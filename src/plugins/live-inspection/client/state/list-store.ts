import isEqual from 'lodash-es/isEqual.js'

interface Listed {
  readonly id: string
  readonly version: number
}
/** `now` is what became of a row that leaves the list; null if it is gone for good. */
export type RowChange<Row> = { readonly put: Row } | { readonly drop: string; readonly now?: Row | null }

/** A row that left the list while it was at hand: how it was, and what became of it if known. */
export interface Departure<Row> {
  readonly row: Row
  readonly now: Row | null | undefined
}

export interface ListSnapshot {
  /** Rows from top to bottom, including rows at hand that have left. */
  readonly ids: readonly string[]
  /** How many rows there are, including those not read. */
  readonly total: number
  /** Counts the questions answered; reading the same one again does not count. */
  readonly question: number
  readonly state: 'loading' | 'ready' | 'failed'
  readonly error?: string
}

type Order<Row> = (one: Row, other: Row) => number
type Listener = () => void
type Unsubscribe = () => void

/**
 * Rows of one list, watched one by one: a change repaints its own row, and the list only when rows come, go or move. A row at
 * hand neither goes nor moves until it is released, whatever is reported or read meanwhile.
 */
export interface ListStore<Row> {
  view(): ListSnapshot
  watch(listener: Listener): Unsubscribe
  /** A row that is in the list. */
  row(id: string): Row | undefined
  /** What the screen shows for it: a row at hand is shown even after it has left. */
  shown(id: string): Row | undefined
  left(id: string): Departure<Row> | undefined
  /** Keep a row in its place; call the returned function to release it. */
  hold(id: string): Unsubscribe
  watchRow(id: string, listener: Listener): Unsubscribe
  reorder(order: Order<Row>): void
  /** A read begins; changes until it answers are applied to the answer as well. */
  loading(): void
  /** The answer; nothing of the old list stays if the question is new. */
  fill(rows: readonly Row[], total: number, isNew?: boolean): void
  failed(error: string): void
  /** Apply changes and notify watchers once. A row older than the known one is dropped. */
  apply(changes: readonly RowChange<Row>[]): void
}

const empty: ListSnapshot = { ids: [], total: 0, question: 0, state: 'loading' }

/** A row at hand. */
interface Held<Row> {
  count: number
  /** The row as it was when it was picked up; it is sorted by this. */
  place: Row | undefined
  departure?: Departure<Row>
}

/** Where to put a row to keep the order. */
function insertionIndex<Row>(rows: readonly Row[], row: Row, order: Order<Row>): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = rows[middle]
    if (other !== undefined && order(other, row) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

class Store<Row extends Listed> implements ListStore<Row> {
  #order: Order<Row>
  readonly #rows = new Map<string, Row>()
  readonly #held = new Map<string, Held<Row>>()
  readonly #rowListeners = new Map<string, Set<Listener>>()
  readonly #listeners = new Set<Listener>()
  /** What the screen shows, in order. */
  #sorted: Row[] = []
  #view = empty
  #since: RowChange<Row>[] | undefined

  constructor(order: Order<Row>) {
    this.#order = this.#byPlace(order)
  }

  #byPlace(order: Order<Row>): Order<Row> {
    const place = (row: Row) => this.#held.get(row.id)?.place ?? row
    return (one, other) => order(place(one), place(other))
  }

  reorder = (order: Order<Row>): void => {
    this.#order = this.#byPlace(order)
    for (const [id, held] of this.#held) held.place = this.shown(id)
    this.#sorted.sort(this.#order)
    this.#show({})
  }

  view = (): ListSnapshot => this.#view
  row = (id: string): Row | undefined => this.#rows.get(id)
  left = (id: string): Departure<Row> | undefined => this.#held.get(id)?.departure
  shown = (id: string): Row | undefined => this.#rows.get(id) ?? this.left(id)?.row

  watch = (listener: Listener): Unsubscribe => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  watchRow = (id: string, listener: Listener): Unsubscribe => {
    const listeners = this.#rowListeners.get(id) ?? new Set()
    this.#rowListeners.set(id, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#rowListeners.get(id) === listeners) this.#rowListeners.delete(id)
    }
  }

  hold = (id: string): Unsubscribe => {
    const held = this.#held.get(id) ?? { count: 0, place: this.#rows.get(id) }
    held.count += 1
    this.#held.set(id, held)
    let isHeld = true
    return () => {
      if (isHeld) this.#letGo(id, held)
      isHeld = false
    }
  }

  #letGo(id: string, held: Held<Row>): void {
    held.count -= 1
    if (held.count > 0) return
    const row = this.shown(id)
    this.#held.delete(id)
    if (!row || (row === held.place && !held.departure)) return
    this.#takeOut(row)
    if (!held.departure) this.#sorted.splice(insertionIndex(this.#sorted, row, this.#order), 0, row)
    this.#tellRow(id)
    this.#show({})
  }

  loading = (): void => {
    this.#since ??= []
  }

  fill = (rows: readonly Row[], total: number, isNew = false): void => {
    const before = new Map(this.#rows)
    this.#rows.clear()
    for (const row of rows) {
      const earlier = before.get(row.id)
      // Only an equal row keeps its object: values from other rows, such as the kit number of the seat, change without a new version.
      this.#rows.set(row.id, earlier && isEqual(earlier, row) ? earlier : row)
    }
    for (const [id, held] of this.#held) {
      const [row, old] = [this.#rows.get(id), before.get(id)]
      if (isNew || row) held.departure = undefined
      else if (old) held.departure = { row: old, now: undefined }
      if (isNew || !held.place) held.place = row
    }
    const departed = [...this.#held.values()].flatMap(({ departure }) => departure?.row ?? [])
    this.#sorted = [...this.#rows.values(), ...departed].sort(this.#order)
    const question = this.#view.question + (isNew ? 1 : 0)
    this.#show({ total: Math.max(total, this.#rows.size), state: 'ready', question })
    const since = this.#since ?? []
    this.#since = undefined
    for (const id of this.#rowListeners.keys()) if (before.get(id) !== this.#rows.get(id)) this.#tellRow(id)
    this.apply(since)
  }

  failed = (error: string): void => {
    this.#since = undefined
    this.#show({ state: 'failed', error })
  }

  apply = (changes: readonly RowChange<Row>[]): void => {
    this.#since?.push(...changes)
    const touched = new Set<string>()
    const size = this.#rows.size
    const beyond = this.#view.total - size
    let moved = false
    for (const change of changes) {
      const result = 'put' in change ? this.#put(change.put, beyond) : this.#drop(change.drop, change.now)
      if (result === 'same') continue
      touched.add('put' in change ? change.put.id : change.drop)
      moved ||= result === 'moved'
    }
    for (const id of touched) this.#tellRow(id)
    if (moved) this.#show({ total: this.#view.total + this.#rows.size - size })
  }

  #put(row: Row, beyond: number): 'same' | 'changed' | 'moved' {
    const old = this.#rows.get(row.id)
    if (old && row.version < old.version) return 'same'
    const held = this.#held.get(row.id)
    const onScreen = old ?? held?.departure?.row
    if (onScreen && this.#order(onScreen, row) === 0) {
      this.#sorted[this.#sorted.indexOf(onScreen)] = row
      this.#rows.set(row.id, row)
      if (held) held.departure = undefined
      return old ? 'changed' : 'moved'
    }
    if (old) this.#takeOut(old)
    const index = insertionIndex(this.#sorted, row, this.#order)
    // A row that sorts after the last one read belongs to those not read yet.
    if (!old && beyond > 0 && index === this.#sorted.length) return 'same'
    this.#sorted.splice(index, 0, row)
    this.#rows.set(row.id, row)
    if (held) held.place = row
    return 'moved'
  }

  #drop(id: string, now: Row | null | undefined): 'same' | 'changed' | 'moved' {
    const old = this.#rows.get(id)
    const held = this.#held.get(id)
    if (!old) {
      if (!held?.departure || now === undefined) return 'same'
      held.departure = { row: held.departure.row, now }
      return 'changed'
    }
    this.#rows.delete(id)
    if (held) held.departure = { row: old, now }
    else this.#takeOut(old)
    return 'moved'
  }

  #takeOut(row: Row): void {
    const index = this.#sorted.indexOf(row)
    if (index >= 0) this.#sorted.splice(index, 1)
  }

  #show(change: Partial<ListSnapshot>): void {
    this.#view = { ...this.#view, error: undefined, ...change, ids: this.#sorted.map(({ id }) => id) }
    for (const listener of this.#listeners) listener()
  }

  #tellRow(id: string): void {
    for (const listener of this.#rowListeners.get(id) ?? []) listener()
  }
}

export const createListStore = <Row extends Listed>(order: Order<Row>): ListStore<Row> => new Store(order)
