import { expect, test } from 'vitest'
import { helpTaker } from '../../../../../src/plugins/live-inspection/shared/help-taker.ts'
import { momentOf } from '../../../../../src/teaching/moment.ts'

const takenUntil = '2026-11-23 08:10:00'
const taken = { takerId: '7', takerId_dictText: '李老师', takenUntil }

test('a request is taken until the time of who took it has run out', () => {
  expect(helpTaker(taken, momentOf(takenUntil) - 1)).toEqual({ id: '7', name: '李老师' })
  expect(helpTaker(taken, momentOf(takenUntil))).toBeUndefined()
})

test('a request without a taker, or without an end, is free: the page offers it as the server does', () => {
  expect(helpTaker({ ...taken, takerId: null }, 0)).toBeUndefined()
  expect(helpTaker({ ...taken, takenUntil: null }, Date.now())).toBeUndefined()
})
