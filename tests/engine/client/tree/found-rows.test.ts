import { expect, test } from 'vitest'
import { hidesSome, isOnlyAbove, nestFound } from '../../../../engine/client/tree/found-rows.ts'
import { flatten } from '../../../../engine/client/model/nodes.ts'
import { category } from '../../../../schemas/identity/category.ts'

const row = (id: string, pid = '') => ({ id, pid, name: id })

test('what was found stands below what is above it, each once, and what only shows the way is marked', () => {
  const [root, branch, leaf, other] = [row('root'), row('branch', 'root'), row('leaf', 'branch'), row('other', 'root')]
  const nested = nestFound(category, [leaf, branch, other], [root])
  expect(nested).toMatchObject([{ id: 'root', children: [{ id: 'branch', children: [{ id: 'leaf' }] }, { id: 'other' }] }])
  expect(flatten(nested).map(({ id }) => id)).toEqual(['root', 'branch', 'leaf', 'other'])
  expect(flatten(nested).filter(isOnlyAbove)).toMatchObject([{ id: 'root' }])
  expect(flatten(nested).filter(hidesSome)).toMatchObject([{ id: 'root' }, { id: 'branch' }])
})

test('a row whose place is not known stands at the top', () => {
  expect(nestFound(category, [row('leaf', 'gone')], [])).toMatchObject([{ id: 'leaf' }])
})

test('rows that point at each other end somewhere', () => {
  expect(flatten(nestFound(category, [row('a', 'b')], [row('b', 'a')])).length).toBeLessThanOrEqual(2)
})
