import { describe, expect, test } from 'vitest'
import { filterParams, listParams, missingSentence, withFilter } from '../../../../engine/client/filter/filters.ts'
import { listModel } from '../../../../engine/client/model/list-model.ts'
import { narrowingOf } from '../../../../engine/client/narrowing.ts'
import { device } from '../sample-entities.ts'

const model = listModel(device)
const { fields } = device

describe('filters of a list', () => {
  test('a required filter shows its own sentence until it is set', () => {
    expect(missingSentence(model.filters, { semester: 's1', course: '' })).toBe('请选择课程！')
    expect(missingSentence(model.filters, { course: 'c1' })).toBeUndefined()
  })

  test('a typed text means contains, a choice means exactly this, a range has two ends', () => {
    expect(filterParams(model, { code: ' A1 ', state: 0, bought: ['2026-01-01', '2026-02-01'] })).toEqual({
      code: '*A1*',
      state: 0,
      bought_begin: '2026-01-01',
      bought_end: '2026-02-01',
    })
  })

  test('a user who types the stars keeps them as typed', () => {
    expect(filterParams(model, { code: 'A1*' })).toEqual({ code: 'A1*' })
    expect(filterParams(model, { code: '!A1' })).toEqual({ code: '!A1' })
  })

  test('blank filters are not sent', () => {
    expect(filterParams(model, { code: '', course: undefined, bought: ['', ''] })).toEqual({})
  })

  test('page and sort are sent under the documented names', () => {
    const state = { page: 2, size: 20, sort: { by: 'code', order: 'asc' as const }, filters: {} }
    expect(listParams(model, state)).toEqual({ pageNo: 2, pageSize: 20, column: 'code', order: 'asc' })
  })

  test('the semester narrows the courses, and changing it clears the course and what depends on the course', () => {
    const filters = { semester: 's1', course: 'c1', room: 'r1', code: 'A' }
    expect(narrowingOf(fields.course ?? { type: 'text', label: '' }, filters)).toEqual({ semester: 's1' })
    expect(withFilter(filters, { key: 'semester', value: 's2', fields })).toEqual({
      semester: 's2',
      course: undefined,
      room: undefined,
      code: 'A',
    })
  })

  test('choosing the same value again clears nothing', () => {
    const filters = { semester: 's1', course: 'c1' }
    expect(withFilter(filters, { key: 'semester', value: 's1', fields })).toEqual(filters)
  })
})
