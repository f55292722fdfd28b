import { describe, expect, test } from 'vitest'
import { listModel } from '../../../../engine/client/model/list-model.ts'
import { readState, reduceList, writeState } from '../../../../engine/client/model/list-state.ts'
import { device } from '../sample-entities.ts'

const model = listModel(device)
const read = (query: string, defaults = {}) => readState(new URLSearchParams(query), model, defaults)

describe('the state of a list in the address', () => {
  test('a bare address is the list as the schema defines it', () => {
    expect(read('')).toEqual({ page: 1, size: 10, sort: { by: 'code', order: 'asc' }, filters: {} })
  })

  test('numbers, texts and ranges come back unchanged', () => {
    const state = {
      page: 3,
      size: 30,
      sort: { by: 'bought', order: 'desc' as const },
      filters: { course: '1907', code: 'A&B=空 格', state: 0, bought: ['2026-01-01', ''] as const },
    }
    expect(read(writeState(state, model).toString())).toEqual(state)
  })

  test('default settings are not in the address', () => {
    expect(writeState(read(''), model).toString()).toBe('')
  })

  test('unknown columns, sizes and pages fall back to defaults instead of being requested', () => {
    const state = read('pageNo=-2&pageSize=5000&column=password&order=desc&nonsense=1')
    expect(state).toEqual(read(''))
  })

  test('a filter with an initial choice can be cleared, and stays cleared after a reload', () => {
    const defaults = { semester: 's1' }
    expect(read('', defaults).filters).toEqual({ semester: 's1' })
    const cleared = reduceList(read('', defaults), { to: 'filters', filters: {} }, model)
    const address = writeState(cleared, model, defaults).toString()
    expect(address).toBe('semester=')
    expect(read(address, defaults).filters.semester).toBe('')
  })

  test('a copied address with its own filters is the whole choice; one that only sorts or pages is not', () => {
    const defaults = { semester: 's1', course: 'c1' }
    expect(read('course=c2', defaults).filters).toEqual({ course: 'c2' })
    expect(read('bought_end=2026-01-01', defaults).filters).toEqual({ bought: ['', '2026-01-01'] })
    expect(read('pageNo=2&column=state', defaults).filters).toEqual(defaults)
  })

  test('a new filter, sort or page size starts at page one; changing the page keeps the rest', () => {
    const state = { ...read('state=1'), page: 4 }
    expect(reduceList(state, { to: 'filters', filters: { state: 2 } }, model).page).toBe(1)
    expect(reduceList(state, { to: 'sort', sort: { by: 'state', order: 'desc' } }, model).page).toBe(1)
    expect(reduceList(state, { to: 'page', page: 4, size: 20 }, model)).toMatchObject({ page: 1, size: 20 })
    expect(reduceList(state, { to: 'page', page: 5, size: 10 }, model)).toMatchObject({ page: 5, filters: { state: 1 } })
  })

  test('without a sort, the list’s own applies', () => {
    const sorted = read('column=state&order=desc')
    expect(reduceList(sorted, { to: 'sort', sort: undefined }, model).sort).toEqual({ by: 'code', order: 'asc' })
  })
})
