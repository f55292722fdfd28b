import { expect, test } from 'vitest'
import { exportRequest } from '../../../../../engine/client/list/toolbar/export-request.ts'

const order = { column: 'code', order: 'asc' }
const shown = { list: 'submitList', filters: { courseId: 'c1' }, order }

test('without a selection, the request is for the list with its filters, in its order', () => {
  expect(exportRequest(shown, [])).toEqual({ courseId: 'c1', ...order, list: 'submitList' })
})

test('selected rows are requested whatever the current filters are', () => {
  expect(exportRequest(shown, ['1', '2'])).toEqual({ ...order, list: 'submitList', selections: '1,2' })
})
