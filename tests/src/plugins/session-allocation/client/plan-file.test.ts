import { expect, test } from 'vitest'
import type { Plan } from '../../../../../src/plugins/session-allocation/shared/plan.ts'
import { planFile } from '../../../../../src/plugins/session-allocation/client/plan-file.ts'

const student = (id: string, realname: string) =>
  [id, { id, realname, studyNumber: `2025${id}`, classId: 'c', className: '101 班' }] as const
const people = new Map([student('1', '何雨颖'), student('2', '=HYPERLINK("x")'), student('3', '叶,雯')])
const names = { people, addressOf: (id: string | undefined) => (id === 'a' ? '电子楼 201' : '') }

test('there is a line for each student, also for an empty session and students left over; no cell is a formula', () => {
  const plan: Plan = {
    sessions: [
      {
        groupName: '第1场',
        seatNum: 2,
        facilityNum: 1,
        students: ['1', '2'],
        startTime: '2026-11-23 08:00:00',
        endTime: '2026-11-23 10:00:00',
        experiAdressId: 'a',
      },
      { groupName: '第2场', seatNum: 2, facilityNum: 1, students: [] },
    ],
    leftOver: ['3'],
  }
  expect(planFile(plan, names).split('\r\n')).toEqual([
    '\uFEFF场次,座位数,开始时间,结束时间,实验地址,学号,姓名,班级',
    '第1场,2,2026-11-23 08:00:00,2026-11-23 10:00:00,电子楼 201,20251,何雨颖,101 班',
    '第1场,2,2026-11-23 08:00:00,2026-11-23 10:00:00,电子楼 201,20252,"\'=HYPERLINK(""x"")",101 班',
    '第2场,2,,,,,,',
    '待安排,,,,,20253,"叶,雯",101 班',
    '',
  ])
})
