import { expect, test } from 'vitest'
import { exportRequest } from '../../../../../engine/client/list/toolbar/export-request.ts'

const order = { column: 'code', order: 'asc' }
const shown = { list: 'submitList', filters: { courseId: 'c1' }, order }

test('without a choice the list with its filters, in its order, is asked for', () => {
  expect(exportRequest(shown, [])).toEqual({ courseId: 'c1', ...order, list: 'submitList' })
})

test('chosen rows are asked for whatever the filters are by now', () => {
  expect(exportRequest(shown, ['1', '2'])).toEqual({ ...order, list: 'submitList', selections: '1,2' })
})
