import { describe, expect, test, vi } from 'vitest'
import { createSelection, reduceSelection } from '../../../../../engine/client/list/rows/selection.ts'

const row = (id: string) => ({ id })
const page = (...ids: string[]) => new Map(ids.map((id) => [id, row(id)]))

describe('the selection', () => {
  test('keeps rows of other pages when a page is ticked or cleared', () => {
    const first = reduceSelection(page('a'), { to: 'page', rows: page('b', 'c'), on: true })
    expect([...first.keys()]).toEqual(['a', 'b', 'c'])
    expect([...reduceSelection(first, { to: 'page', rows: page('b', 'c'), on: false }).keys()]).toEqual(['a'])
  })

  test('ticks and unticks one row', () => {
    const ticked = reduceSelection(new Map(), { to: 'toggle', id: 'a', row: row('a') })
    expect(ticked.has('a')).toBe(true)
    expect(reduceSelection(ticked, { to: 'toggle', id: 'a', row: row('a') }).size).toBe(0)
  })

  test('a single choice replaces the previous one', () => {
    expect([...reduceSelection(page('a', 'b'), { to: 'only', id: 'c', row: row('c') }).keys()]).toEqual(['c'])
  })

  test('after a batch the failed rows stay chosen', () => {
    expect([...reduceSelection(page('a', 'b', 'c'), { to: 'keep', ids: new Set(['b']) }).keys()]).toEqual(['b'])
  })

  test('notifies its listeners, until they leave', () => {
    const store = createSelection()
    const listener = vi.fn()
    const leave = store.listen(listener)
    store.change({ to: 'toggle', id: 'a', row: row('a') })
    leave()
    store.change({ to: 'clear' })
    expect(listener).toHaveBeenCalledTimes(1)
    expect(store.current().size).toBe(0)
  })
})
