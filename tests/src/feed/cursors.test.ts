import { expect, test } from 'vitest'
import { Cursors } from '../../../src/feed/cursors.ts'

test('several topics refused at once are reported once, and none is requested again', () => {
  const cursors = new Cursors()
  cursors.follow(['course:1', 'course:2', 'user:3'])
  const refused = { cmd: 'refused', topic: 'course:1', topics: ['course:1', 'course:2'], message: '没有权限' } as const
  expect(cursors.take(refused)).toEqual(refused)
  expect(cursors.asked()).toEqual({ 'user:3': null })
  expect(cursors.take(refused)).toBeUndefined()
})
