import { expect, test } from 'vitest'
import { readStoredLessons } from '../../../../src/mobile/lessons/stored-lessons.ts'

const item = { id: '1', inspectionId: '2', inspectName: '静态工作点', submitStatus: 0, score: null, attendance: null }
const lesson = {
  courseId: '1',
  courseTitle: '模拟电子技术实验',
  experiId: '2',
  experiName: '放大电路',
  experiGroupId: '3',
  groupName: '第1场',
  startTime: '2026-11-23 08:00:00',
  groupSeatNum: 7,
  items: [item],
}
const kept = { lessons: [lesson], readAt: 5, clockAhead: -3 }
const none = { lessons: undefined, readAt: undefined, clockAhead: 0 }

test('stored sessions are available without a network', () => {
  expect(readStoredLessons(JSON.stringify(kept))).toEqual(kept)
})

test('sessions and items stored in another form by an earlier version are left out; the rest is kept', () => {
  const old = { ...lesson, items: [{ ...item, submitStatus: '0' }, item, null] }
  const stored = { ...kept, lessons: [{ ...lesson, items: undefined }, 'lesson', old] }
  expect(readStoredLessons(JSON.stringify(stored))).toEqual(kept)
})

test('without a list, or the time of one, nothing was stored', () => {
  for (const stored of [null, '', '{"lessons":', '[]', '{"lessons":{}}', JSON.stringify({ lessons: [lesson] })])
    expect(readStoredLessons(stored)).toEqual(none)
})
