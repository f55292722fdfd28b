import { expect, test } from 'vitest'
import { lastScores, nextLesson, openItems, type OwnLesson } from '../../../../src/client/dashboard/own-lessons.ts'
import { dayOf, hoursOf, lessonPhaseOf, sessionAddress, waitedSince } from '../../../../src/client/dashboard/places.ts'

const lesson = (id: string, day: string, items: OwnLesson['items'] = []): OwnLesson => ({
  courseTitle: '电路',
  experiName: '放大电路',
  experiGroupId: id,
  groupName: '第1场',
  startTime: `2026-11-${day} 08:00:00`,
  endTime: `2026-11-${day} 10:00:00`,
  items,
})
const item = (id: string, submitStatus: 0 | 1 | 2, markTime?: string) => ({ id, inspectName: id, submitStatus, score: 90, markTime })
const noon = Date.parse('2026-11-22T12:00:00+08:00')

test('the next lesson is the current one or the first to come, never one that is over', () => {
  const lessons = [lesson('c', '25'), lesson('b', '23'), lesson('a', '20')]
  expect(nextLesson(lessons, noon)?.experiGroupId).toBe('b')
  expect(nextLesson(lessons, Date.parse('2026-11-23T09:00:00+08:00'))?.experiGroupId).toBe('b')
  expect(nextLesson([lesson('a', '20')], noon)).toBeUndefined()
})

test('an item is open only once its lesson has begun, and the newest mark comes first', () => {
  const lessons = [
    lesson('b', '23', [item('later', 0)]),
    lesson('a', '20', [item('open', 0), item('in', 1), item('old', 2, '2026-11-20 11:00:00'), item('new', 2, '2026-11-21 11:00:00')]),
  ]
  expect(openItems(lessons, noon).map((one) => one.item.id)).toEqual(['open'])
  expect(lastScores(lessons).map((one) => one.item.id)).toEqual(['new', 'old'])
})

test('times are shown the way people say them', () => {
  expect(hoursOf('2026-11-23 08:00:00', '2026-11-23 10:00:00')).toBe('08:00–10:00')
  expect(dayOf('2026-11-23 08:00:00')).toBe('11月23日 星期一')
  expect(waitedSince('2026-11-22 11:57:30', noon)).toBe('2 分钟')
  expect(waitedSince('2026-11-22 12:00:20', noon)).toBe('刚刚')
  expect(waitedSince('2026-11-20 11:00:00', noon)).toBe('2 天')
  expect(lessonPhaseOf({ startTime: '2026-11-22 13:00:00' }, noon)).toBe('before')
})

test('the address of a session contains all filters that its list needs', () => {
  const place = { semester: 's', courseId: 'c', courseTitle: '', experiId: 'e', experiName: '', experiGroupId: 'g', groupName: '' }
  expect(sessionAddress('/bench', place)).toBe('/bench?semester=s&courseId=c&experiId=e&experiGroupId=g')
  expect(sessionAddress('/bench', { ...place, semester: null })).toBe('/bench?courseId=c&experiId=e&experiGroupId=g')
})
