import type { StorySchool } from './story-school.ts'

/** The students that the story divides: three of the four classes of its course, for its experiment. */
export const chosenOf = (school: StorySchool) => ({
  courseId: school.id('course'),
  experiId: school.id('experiment'),
  classIds: ['1 班', '2 班', '3 班'].map((name) => school.id(name)).join(','),
})

/** The division of the story: 30/29/29/29, two students at a device. */
export const numbers = { stuCount: 117, groupNum: 4, groupStuNum: 30, facilityStuNum: 2 }

type Change = Readonly<Record<string, string | number>>

/** Changes to the division that are refused, each just past the limit, with their sentences. */
export const refusedNumbers: readonly (readonly [change: Change, sentence: string])[] = [
  [{ courseId: '' }, '请选择课程！'],
  [{ experiId: '' }, '请选择实验！'],
  [{ classIds: '' }, '请选择班级！'],
  [{ stuCount: 0 }, '学生人数为0！'],
  [{ stuCount: 116 }, '学生人数已变化，请重新查询！'],
  [{ stuCount: 118 }, '学生人数已变化，请重新查询！'],
  [{ groupNum: 0 }, '分组数需大于0!'],
  [{ groupStuNum: 0 }, '每个小组下学生人数需大于0!'],
  [{ facilityStuNum: 0 }, '实验设备需大于0!'],
  [{ groupNum: 118 }, '场次数数不能大于学生总人数，请修改!'],
  [{ groupNum: 1, groupStuNum: 118 }, '每场次学生人数不能大于学生总人数!'],
  [{ groupNum: 4, groupStuNum: 29 }, '场次总人数小于学生总人数，请修改！'],
  [{ groupNum: 9, groupStuNum: 26 }, '场次总人数超过学生总人数2倍，请修改！'],
  [{ facilityStuNum: 31 }, '小组人数不能大于每场次学生人数!'],
  [{ groupNum: 2, groupStuNum: 59, facilityStuNum: 1 }, '可用设备不足，还缺 19 台！'],
]

/** Changes to the division that are just allowed. */
export const goodNumbers: readonly Change[] = [
  { groupNum: 3, groupStuNum: 39 },
  { groupNum: 8, groupStuNum: 29 },
  { facilityStuNum: 30 },
  { groupNum: 3, groupStuNum: 40, facilityStuNum: 1 },
]
