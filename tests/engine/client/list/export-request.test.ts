import { expect, test } from 'vitest'
import { exportRequest } from '../../../../engine/client/list/export-request.ts'

const order = { column: 'code', order: 'asc' }
const shown = { list: 'submitList', filters: { courseId: 'c1' }, order }
const keys = (count: number) => Array.from({ length: count }, (_, n) => String(1000000000000000000n + BigInt(n)))

test('without a choice the list with its filters, in its order, is asked for', () => {
  expect(exportRequest(shown, [])).toEqual({ params: { courseId: 'c1', ...order, list: 'submitList' } })
})

test('chosen rows are asked for whatever the filters are by now: a few in the address, many in the body', () => {
  const asked = { ...order, list: 'submitList' }
  expect(exportRequest(shown, keys(2))).toEqual({ params: { ...asked, selections: '1000000000000000000,1000000000000000001' } })
  const most = exportRequest(shown, keys(100))
  expect(
    'params' in most && new URLSearchParams(Object.entries(most.params).map(([key, value]) => [key, String(value)])).toString().length,
  ).toBeLessThan(4000)
  expect(exportRequest(shown, keys(101))).toEqual({ data: { ...asked, selections: keys(101).join(',') } })
})
