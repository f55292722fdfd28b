import { expect, test } from 'vitest'
import { listModel } from '../../../../engine/client/model/list-model.ts'
import { filterTree } from '../../../../engine/client/tree/filter-tree.ts'
import { flatten } from '../../../../engine/client/model/nodes.ts'
import { device } from '../sample-entities.ts'

const tree = [
  {
    id: '1',
    code: 'Hall',
    children: [
      { id: '2', code: 'Room A', children: [{ id: '3', code: 'Shelf' }] },
      { id: '4', code: 'Room B' },
    ],
  },
  { id: '5', code: 'Yard' },
]
const found = (code: string) => flatten(filterTree(tree, listModel(device), { code })).map((row) => row.id)

test('a search in a tree keeps the path to each match, and everything below it', () => {
  expect(found('room a')).toEqual(['1', '2', '3'])
  expect(found('yard')).toEqual(['5'])
  expect(found('')).toEqual(['1', '2', '3', '4', '5'])
})
