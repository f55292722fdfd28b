import type { Method } from '../support/build-app.ts'
import { chosenOf } from './story-numbers.ts'
import { devices, experiments, items, seats, sessions } from './story-paths.ts'
import type { StorySchool } from './story-school.ts'

const noSeats = '该场次已有考察结果，座位不能修改！'
const noSession = '该场次已有考察结果，不能修改！'
const first = (school: StorySchool) => ({ experiGroupId: school.id('第1场') })
/** What results lock: the call, its body, and the sentence that refuses it. */
export const locks: readonly (readonly [Method, string, (school: StorySchool) => Record<string, string>, string])[] = [
  ['PUT', `${experiments}/edit`, (school) => ({ id: school.id('experiment'), experiName: '改名' }), '该实验已有考察结果，不能编辑！'],
  ['DELETE', `${experiments}/delete`, (school) => ({ id: school.id('experiment') }), '该实验已有考察结果，不能删除！'],
  ['POST', `${experiments}/initExperiSeatData`, (school) => ({ id: school.id('experiment') }), '该实验已有考察结果，不能初始化场次！'],
  ['PUT', `${items}/edit`, (school) => ({ id: school.id('接线'), inspectName: '改名' }), '该考察项已有考察结果，不能编辑！'],
  ['DELETE', `${items}/delete`, (school) => ({ id: school.id('读数') }), '该考察项已有考察结果，不能删除！'],
  ['PUT', `${sessions}/edit`, (school) => ({ id: school.id('第1场'), groupName: '改名' }), noSession],
  ['DELETE', `${sessions}/delete`, (school) => ({ id: school.id('第1场') }), '该场次已有考察结果，不能删除！'],
  ['POST', `${sessions}/distributionGroup`, (school) => ({ ...chosenOf(school), groupNum: '1' }), '该实验已有考察结果，不能分配场次！'],
  ['POST', `${sessions}/initSeatFacility`, (school) => ({ id: school.id('第1场') }), noSeats],
  ['POST', `${sessions}/groupAddStu`, (school) => ({ ...first(school), ids: school.id('20260002') }), noSeats],
  ['POST', `${sessions}/deleteGroupStu`, (school) => ({ ...first(school), ids: school.id('20260001') }), noSession],
  ['POST', `${sessions}/groupAddFacility`, (school) => ({ ...first(school), ids: school.id('SB040') }), noSeats],
  ['POST', `${devices}/deleteGroupFacility`, (school) => ({ ...first(school), ids: school.id('SB001') }), noSession],
  ['POST', `${seats}/updateTjh`, (school) => ({ experiSeatId: school.id('seat'), tjh: 'K-02' }), noSeats],
  ['POST', `${seats}/moveSeat`, (school) => ({ from: school.id('seat'), to: school.id('next seat') }), noSeats],
  ['POST', `${seats}/markAbsent`, (school) => ({ experiSeatId: school.id('seat') }), noSeats],
  ['POST', `${seats}/experiSeatRemoveUser`, (school) => ({ experiSeatId: school.id('seat') }), noSeats],
  ['PUT', `${seats}/edit`, (school) => ({ id: school.id('seat'), tjh: 'K-02' }), noSeats],
  ['DELETE', `${seats}/delete`, (school) => ({ id: school.id('seat') }), noSeats],
]
