import { expect, test } from 'vitest'
import { momentOf } from '../../../../src/teaching/moment.ts'
import { inOrder, isShut, phaseOf, whenOf, type Item, type Lesson } from '../../../../src/mobile/lessons/lesson.ts'

const lesson = (groupName: string, startTime: string | null, endTime: string | null): Lesson => ({
  courseId: '1',
  courseTitle: '数字电路实验',
  experiId: '1',
  experiName: '组合逻辑',
  experiGroupId: groupName,
  groupName,
  startTime,
  endTime,
  items: [],
})
const morning = lesson('上午', '2026-11-21 08:00:00', '2026-11-21 10:00:00')

test('a session is current from half an hour before it begins until it ends, by the university’s clock', () => {
  expect(momentOf('2026-11-21 08:00:00')).toBe(Date.UTC(2026, 10, 21))
  const at = (time: string) => phaseOf(morning, momentOf(`2026-11-21 ${time}`))
  expect(at('07:29:59')).toBe('later')
  expect(at('07:30:00')).toBe('now')
  expect(at('10:00:00')).toBe('now')
  expect(at('10:00:01')).toBe('over')
  expect(phaseOf(lesson('待定', null, null), Date.now())).toBe('later')
})

test('the next session comes first, then past ones from the newest, then those without a time', () => {
  const names = inOrder(
    [
      lesson('下月', '2026-12-21 08:00:00', '2026-12-21 10:00:00'),
      lesson('待定', null, null),
      lesson('明天', '2026-11-22 08:00:00', '2026-11-22 10:00:00'),
      morning,
      lesson('上月', '2026-10-21 08:00:00', '2026-10-21 10:00:00'),
      lesson('昨天', '2026-11-20 08:00:00', '2026-11-20 10:00:00'),
    ],
    momentOf('2026-11-21 09:00:00'),
  )
  expect(names.now.map(({ groupName }) => groupName)).toEqual(['上午'])
  expect(names.later.map(({ groupName }) => groupName)).toEqual(['明天', '下月', '待定'])
  expect(names.over.map(({ groupName }) => groupName)).toEqual(['昨天', '上月'])
})

test('a time is shown as day, weekday and hours', () => {
  expect(whenOf(morning)).toBe('11月21日 周六 08:00–10:00')
  expect(whenOf(lesson('待定', null, null))).toBe('时间待定')
})

test('a score closes an item, except for a student who was absent', () => {
  const item = (submitStatus: Item['submitStatus'], attendance: Item['attendance']): Item => ({
    id: '1',
    inspectionId: '1',
    inspectName: '电路焊接',
    submitStatus,
    attendance,
  })
  expect([item(2, null), item(2, 1), item(1, 3), item(2, 3)].map(isShut)).toEqual([true, false, false, true])
})
