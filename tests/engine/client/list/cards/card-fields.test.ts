import { expect, test } from 'vitest'
import { cardFields } from '../../../../../engine/client/list/cards/card-fields.ts'
import { listModel } from '../../../../../engine/client/model/list-model.ts'
import { inspectionResult } from '../../../../../schemas/teaching/inspection-result.ts'
import { seat } from '../../../../../schemas/teaching/seat.ts'
import { device } from '../../sample-entities.ts'

const keysOf = (columns: readonly { readonly key: string }[]) => columns.map(({ key }) => key)

test('a card shows the state of a row, and no dash if it has none', () => {
  const { columns } = listModel(device)
  expect(keysOf(cardFields(device, columns, { id: '1', code: 'A1', state: 1 }).states)).toEqual(['state'])
  expect(keysOf(cardFields(device, columns, { id: '1', code: 'A1', state: null }).states)).toEqual([])
})

test('the first thing that a student reads on the card of a result is the score', () => {
  const row = { id: '1', inspectionId: 'i', courseId: 'c', experiId: 'e', experiGroupId: 'g', score: 92, submitStatus: 2 }
  const { facts } = cardFields(inspectionResult, listModel(inspectionResult, 'stuList').columns, row)
  expect(keysOf(facts)[0]).toBe('score')
})

test('the card of a seat says who sits there', () => {
  const row = { id: '1', courseId: 'c', experiId: 'e', experiGroupId: 'g', stuId: 's', realname: '孙子川', seatnum: 1 }
  expect(keysOf(cardFields(seat, listModel(seat).columns, row).facts)[0]).toBe('realname')
})
