import { expect, test } from 'vitest'
import { exportRequest } from '../../../../engine/client/list/export-request.ts'

const query = { courseId: 'c1', column: 'code', order: 'asc' }
const keys = (count: number) => Array.from({ length: count }, (_, n) => String(1000000000000000000n + BigInt(n)))

test('without a choice the filters alone are asked for', () => {
  expect(exportRequest(query, [])).toEqual({ params: query })
})

test('a few chosen rows go in the address, many in the body, each with the filters', () => {
  expect(exportRequest(query, keys(2))).toEqual({ params: { ...query, selections: '1000000000000000000,1000000000000000001' } })
  const most = exportRequest(query, keys(100))
  expect(
    'params' in most && new URLSearchParams(Object.entries(most.params).map(([key, value]) => [key, String(value)])).toString().length,
  ).toBeLessThan(4000)
  expect(exportRequest(query, keys(101))).toEqual({ data: { ...query, selections: keys(101).join(',') } })
})
