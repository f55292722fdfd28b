import { expect, test } from 'vitest'
import { listModel } from '../../../../../engine/client/model/list-model.ts'
import { arrange, noPreferences, readListPreferences } from '../../../../../engine/client/list/state/preferences.ts'
import { device } from '../../sample-entities.ts'

const { columns } = listModel(device)
const keys = (order: string[]) => arrange(columns, { ...noPreferences, order }).map((column) => column.key)

test('columns keep the user’s order, and a newer column comes last', () => {
  expect(keys(['bought', 'code'])).toEqual(['bought', 'code', 'course', 'state'])
})

test('a column that no longer exists is forgotten', () => {
  expect(keys(['gone', 'state'])).toEqual(['state', 'code', 'course', 'bought'])
})

test('the user’s width wins over the schema’s', () => {
  const wide = arrange(columns, { ...noPreferences, widths: { state: 300 } })
  expect(wide.find((column) => column.key === 'state')?.width).toBe(300)
})

test('a damaged store counts as no preference', () => {
  expect(readListPreferences('{"order":')).toEqual(noPreferences)
  expect(readListPreferences('{"order":[1,"code"],"widths":{"a":"x","b":5000,"c":90},"density":"huge"}')).toEqual({
    order: ['code'],
    hidden: [],
    added: [],
    widths: { c: 90 },
    density: 'middle',
  })
})
