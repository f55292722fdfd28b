import { describe, expect, test } from 'vitest'
import {
  arithmetic,
  checkNumbers,
  fewerSessions,
  sessionsFor,
  sessionsText,
} from '../../../../../src/plugins/session-allocation/shared/numbers.ts'

const good = { stuCount: 117, groupNum: 4, groupStuNum: 30, facilityStuNum: 2 }
const sentences = (change: Partial<typeof good>) => Object.values(checkNumbers({ ...good, ...change }))

describe('the numbers of an allocation', () => {
  test('are good if every rule holds', () => {
    expect(checkNumbers(good)).toEqual({})
  })

  test.each([
    [{ stuCount: 0 }, '学生人数为0！'],
    [{ groupNum: 0 }, '分组数需大于0!'],
    [{ groupNum: Number.NaN }, '分组数需大于0!'],
    [{ groupStuNum: 0 }, '每个小组下学生人数需大于0!'],
    [{ facilityStuNum: 0 }, '实验设备需大于0!'],
    [{ groupNum: 118, groupStuNum: 1, facilityStuNum: 1 }, '场次数数不能大于学生总人数，请修改!'],
    [{ groupNum: 1, groupStuNum: 118 }, '每场次学生人数不能大于学生总人数!'],
    [{ groupNum: 4, groupStuNum: 29 }, '场次总人数小于学生总人数，请修改！'],
    [{ groupNum: 9, groupStuNum: 26 }, '场次总人数超过学生总人数2倍，请修改！'],
    [{ groupNum: 5, groupStuNum: 47 }, '场次总人数超过学生总人数2倍，请修改！'],
    [{ facilityStuNum: 31 }, '小组人数不能大于每场次学生人数!'],
    [{ stuCount: 1200, groupNum: 2, groupStuNum: 1001 }, '座位数不能大于1000!'],
  ])('%o is answered only with %s', (change, sentence) => {
    expect(sentences(change)).toEqual([sentence])
  })

  test.each([
    ['one student', { stuCount: 1, groupNum: 1, groupStuNum: 1, facilityStuNum: 1 }],
    ['one session for each student', { groupNum: 117, groupStuNum: 1, facilityStuNum: 1 }],
    ['everybody in one session', { groupNum: 1, groupStuNum: 117 }],
    ['exactly as many seats as students', { groupNum: 9, groupStuNum: 13 }],
    ['one seat more than students', { stuCount: 119 }],
    ['one seat below double', { stuCount: 8, groupNum: 5, groupStuNum: 3 }],
    ['as many seats as a session may have', { stuCount: 1200, groupNum: 2, groupStuNum: 1000 }],
    ['233 seats for 117', { groupNum: 233, groupStuNum: 1, stuCount: 233, facilityStuNum: 1 }],
    ['a device for the whole session', { facilityStuNum: 30 }],
  ])('%s is allowed', (_, change) => {
    expect(sentences(change)).toEqual([])
  })

  test('are refused at exactly twice as many seats as students', () => {
    const problemsOf = (groupNum: number, groupStuNum: number) => checkNumbers({ stuCount: 10, groupNum, groupStuNum, facilityStuNum: 1 })
    expect(problemsOf(2, 10)).toEqual({ groupNum: '场次总人数超过学生总人数2倍，请修改！' })
    expect(problemsOf(3, 7)).toEqual({ groupNum: '场次总人数超过学生总人数2倍，请修改！' })
    expect(problemsOf(6, 3)).toEqual({})
    expect(checkNumbers({ stuCount: 10, groupNum: 1, groupStuNum: 9, facilityStuNum: 1 })).toEqual({
      groupNum: '场次总人数小于学生总人数，请修改！',
    })
  })

  test('each input shows its first broken rule, in the order of the rules', () => {
    expect(Object.entries(checkNumbers({ stuCount: 10, groupNum: 0, groupStuNum: 11, facilityStuNum: 12 }))).toEqual([
      ['groupNum', '分组数需大于0!'],
      ['groupStuNum', '每场次学生人数不能大于学生总人数!'],
      ['facilityStuNum', '小组人数不能大于每场次学生人数!'],
    ])
    expect(sentences({ stuCount: 0, groupNum: 0 })).toEqual(['学生人数为0！', '分组数需大于0!'])
  })
})

describe('the arithmetic', () => {
  test('gives the number of sessions', () => {
    expect([120, 121, 119, 1].map((count) => sessionsFor(count, 30))).toEqual([4, 5, 4, 1])
    expect(sessionsFor(117, 0)).toBe(0)
  })

  test('is written out', () => {
    expect(arithmetic(good)).toBe('学生 117，每场 30 → 4 场 30/29/29/29')
    expect(arithmetic({ stuCount: 5000, groupNum: 170, groupStuNum: 30, facilityStuNum: 2 })).toBe(
      '学生 5000，每场 30 → 170 场 30×70/29×100',
    )
    expect(sessionsText(61, 3)).toBe('3 场 21/20/20')
  })

  test('offers one session fewer if that is close', () => {
    expect(fewerSessions({ stuCount: 61, groupNum: 4, groupStuNum: 20, facilityStuNum: 2 })).toEqual({
      stuCount: 61,
      groupNum: 3,
      groupStuNum: 21,
      facilityStuNum: 2,
    })
    expect(fewerSessions(good)).toBeUndefined()
    expect(fewerSessions({ ...good, stuCount: 20 })).toBeUndefined()
  })
})
