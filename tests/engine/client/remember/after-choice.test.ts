import { expect, test } from 'vitest'
import { listModel } from '../../../../engine/client/model/list-model.ts'
import { offeredFilters } from '../../../../engine/client/filter/resolve-filters.ts'
import { filledAfter, rememberedBy } from '../../../../engine/client/remember/after-choice.ts'
import { device } from '../sample-entities.ts'

const { filters } = listModel(device)
const { fields } = device
const circuits = { value: 'c1', label: '电路', only: true }

test('a list starts with the offered rows, whatever its filters are called', () => {
  expect(offeredFilters(fields, filters, { course: circuits })).toEqual({ course: 'c1' })
  expect(offeredFilters(fields, filters, { course: null })).toEqual({})
})

test('only choices among remembered entities are kept', () => {
  expect(rememberedBy(fields, 'course', { course: null })).toBe('course')
  expect(rememberedBy(fields, 'room', { course: null })).toBeUndefined()
  expect(rememberedBy(fields, 'code', { course: null })).toBeUndefined()
})

test('the only course of a newly chosen semester is selected, but never replaces one that the user chose meanwhile', () => {
  const choice = { key: 'semester', fields, filters }
  expect(filledAfter({ ...choice, values: { semester: 's1' } }, { course: circuits })).toEqual({ semester: 's1', course: 'c1' })
  expect(filledAfter({ ...choice, values: { semester: 's1', course: 'c2' } }, { course: circuits })).toBeUndefined()
  expect(filledAfter({ ...choice, values: { semester: 's1' } }, { course: null })).toBeUndefined()
})
