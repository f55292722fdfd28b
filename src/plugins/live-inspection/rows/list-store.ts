interface Listed {
  readonly id: string
  readonly version: number
}
export type RowChange<Row> = { readonly put: Row } | { readonly drop: string }

export interface ListView {
  readonly ids: readonly string[]
  /** Rows there are, with those beyond what is held. */
  readonly total: number
  readonly state: 'loading' | 'ready' | 'failed'
  readonly error?: string
}

type Listener = () => void
type Unsubscribe = () => void

/** Rows of one list, watched one by one: a change repaints its own row, and the list only when rows come, go or move. */
export interface ListStore<Row> {
  view(): ListView
  watch(listener: Listener): Unsubscribe
  row(id: string): Row | undefined
  watchRow(id: string, listener: Listener): Unsubscribe
  /** A read begins; what changes until it answers is applied to the answer as well. */
  loading(): void
  fill(rows: readonly Row[], total: number): void
  failed(error: string): void
  /** Apply changes and tell watchers once. A row older than the one held is dropped. */
  apply(changes: readonly RowChange<Row>[]): void
}

const empty: ListView = { ids: [], total: 0, state: 'loading' }

/** Where to put a row so that the order stays. */
function placeOf<Row>(rows: readonly Row[], row: Row, order: (one: Row, other: Row) => number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = rows[middle]
    if (at !== undefined && order(at, row) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Equal in every value: what is shown of other rows, such as the kit number of the seat, changes without a new version. */
const isSame = <Row extends object>(one: Row, other: Row): boolean => {
  const values = new Map(Object.entries(other))
  const isEqual = ([key, value]: [string, unknown]) =>
    values.has(key) && (Object.is(value, values.get(key)) || JSON.stringify(value) === JSON.stringify(values.get(key)))
  return values.size === Object.keys(one).length && Object.entries(one).every(isEqual)
}

class Store<Row extends Listed> implements ListStore<Row> {
  readonly #order: (one: Row, other: Row) => number
  readonly #rows = new Map<string, Row>()
  readonly #rowListeners = new Map<string, Set<Listener>>()
  readonly #listeners = new Set<Listener>()
  #sorted: Row[] = []
  #view = empty
  #since: RowChange<Row>[] | undefined

  constructor(order: (one: Row, other: Row) => number) {
    this.#order = order
  }

  view = (): ListView => this.#view
  row = (id: string): Row | undefined => this.#rows.get(id)

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

  loading = (): void => {
    this.#since ??= []
  }

  fill = (rows: readonly Row[], total: number): void => {
    const before = new Map(this.#rows)
    this.#rows.clear()
    for (const row of rows) {
      const held = before.get(row.id)
      this.#rows.set(row.id, held && isSame(held, row) ? held : row)
    }
    this.#sorted = [...this.#rows.values()].sort(this.#order)
    this.#show({ total: Math.max(total, this.#rows.size), state: 'ready' })
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
    const held = this.#rows.size
    const beyond = this.#view.total - held
    let moved = false
    for (const change of changes) {
      const result = 'put' in change ? this.#put(change.put, beyond) : this.#drop(change.drop)
      if (result === 'same') continue
      touched.add('put' in change ? change.put.id : change.drop)
      moved ||= result === 'moved'
    }
    for (const id of touched) this.#tellRow(id)
    if (moved) this.#show({ total: this.#view.total + this.#rows.size - held })
  }

  #put(row: Row, beyond: number): 'same' | 'changed' | 'moved' {
    const old = this.#rows.get(row.id)
    if (old && row.version < old.version) return 'same'
    if (old && this.#order(old, row) === 0) {
      this.#sorted[this.#sorted.indexOf(old)] = row
      this.#rows.set(row.id, row)
      return 'changed'
    }
    if (old) this.#sorted.splice(this.#sorted.indexOf(old), 1)
    const at = placeOf(this.#sorted, row, this.#order)
    // What sorts behind the rows that are held belongs to those that are not.
    if (!old && beyond > 0 && at === this.#sorted.length) return 'same'
    this.#sorted.splice(at, 0, row)
    this.#rows.set(row.id, row)
    return 'moved'
  }

  #drop(id: string): 'same' | 'moved' {
    const old = this.#rows.get(id)
    if (!old) return 'same'
    this.#rows.delete(id)
    this.#sorted.splice(this.#sorted.indexOf(old), 1)
    return 'moved'
  }

  #show(change: Partial<ListView>): void {
    this.#view = { ...this.#view, error: undefined, ...change, ids: this.#sorted.map(({ id }) => id) }
    for (const listener of this.#listeners) listener()
  }

  #tellRow(id: string): void {
    for (const listener of this.#rowListeners.get(id) ?? []) listener()
  }
}

export const createListStore = <Row extends Listed>(order: (one: Row, other: Row) => number): ListStore<Row> => new Store(order)
