import { describe, expect, test } from 'vitest'
import { allKeys, partlyTicked, tick, type GrantNode } from '../../../../src/client/grants/ticks.ts'

const node = (key: string, ...children: GrantNode[]): GrantNode => ({ key, slotTitle: key, ruleFlag: 0, children })
const tree = [node('a', node('a1', node('a11'), node('a12')), node('a2')), node('b', node('b1'))]
const ticked = (...keys: string[]) => new Set(keys)
const after = (before: ReadonlySet<string>, key: string, linked: boolean, choosable = new Set(allKeys(tree))) =>
  [...tick(tree, before, { key, choosable, linked })].toSorted()

describe('a click on a box of the permission tree', () => {
  test('ticks a node with everything below it and the way to it, while parents and children are linked', () => {
    expect(after(ticked(), 'a1', true)).toEqual(['a', 'a1', 'a11', 'a12'])
    expect(after(ticked('b'), 'a', true)).toEqual(['a', 'a1', 'a11', 'a12', 'a2', 'b'])
  })

  test('takes a node and everything below it away, and leaves what is above', () => {
    expect(after(ticked('a', 'a1', 'a11', 'a12', 'b'), 'a1', true)).toEqual(['a', 'b'])
  })

  test('changes one node alone while they are not linked', () => {
    expect(after(ticked(), 'a1', false)).toEqual(['a1'])
    expect(after(ticked('a', 'a1', 'a11'), 'a', false)).toEqual(['a1', 'a11'])
  })

  test('never ticks a node that only leads to others: it stands for these', () => {
    const some = ticked('a11', 'a2')
    expect(after(ticked(), 'a11', true, some)).toEqual(['a11'])
    expect(after(ticked('a11'), 'a', true, some)).toEqual(['a11', 'a2'])
    expect(after(ticked('a11', 'a2', 'b'), 'a', true, some)).toEqual(['b'])
  })
})

test('a node with something ticked below it that is not ticked itself is shown as partly ticked', () => {
  expect(partlyTicked(tree, ticked('a11', 'b'))).toEqual(['a', 'a1'])
  expect(allKeys(tree)).toEqual(['a', 'a1', 'a11', 'a12', 'a2', 'b', 'b1'])
})
