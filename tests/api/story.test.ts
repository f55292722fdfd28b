import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlanAnswer } from '../../src/plugins/session-allocation/wire.ts'
import { onBothDatabases } from '../support/databases.ts'
import { courses, devices, experiments, items, rosters, seats, sessions } from './story-paths.ts'
import { errorsOf, openStory, stored, type WorldRow, type StorySchool, type StoryPerson } from './story-school.ts'
import { chosenOf, goodNumbers, numbers, refusedNumbers } from './story-numbers.ts'
import { badStudents, rosterOf } from './story-sheets.ts'
import { locks } from './story-locks.ts'

const newOnes = (rows: number) => ({ add: rows, change: 0, same: 0 })
const nothingNew = (rows: number) => ({ add: 0, change: 0, same: rows })
const once = (answers: readonly { body: { success: boolean; message: string } }[]) => ({
  done: answers.filter(({ body }) => body.success).length,
  said: [...new Set(answers.filter(({ body }) => !body.success).map(({ body }) => body.message))],
})

onBothDatabases('a term of a laboratory course', (database) => {
  let school: StorySchool
  beforeAll(async () => {
    school = await openStory(database)
  })
  afterAll(() => school?.app.close())
  const within = () => ({ courseId: school.id('course') })

  describe('1: the administrator', () => {
    test('creates a semester, departments, teachers and assistants', async () => {
      const dates = { semesterName: '2026-2027-1', beginDate: '2026-09-07', endDate: '2027-01-17', isCurrent: 1 }
      await school.add('semester', '/inspect/bhSemester', dates, 'admin')
      const college = await school.add('college', '/sys/sysDepart', { departName: '电子工程学院' }, 'admin')
      const centre = await school.add('centre', '/sys/sysDepart', { departName: '实验中心', parentId: college.id }, 'admin')
      expect(String(centre['orgCode'])).toMatch(new RegExp(`^${String(college['orgCode'])}A\\d+$`))
      await school.hire({ username: 'teacher', realname: '陈老师', role: '2' }, centre)
      await school.hire({ username: 'colleague', realname: '林老师', role: '2' }, centre)
      await school.hire({ username: 'stranger', realname: '外来老师', role: '2' }, centre)
      await school.hire({ username: 'helper', realname: '助教甲', role: '3' }, centre)
      await school.hire({ username: 'second', realname: '助教乙', role: '3' }, centre)
    })

    test('imports 2,000 students from an .xlsx; the same file again, and the legacy .xls, change nothing', async () => {
      const student = (file: string) => school.import('/jw/user', file, {}, 'admin')
      expect((await student('students-2000.xlsx')).body).toMatchObject({ success: true, result: newOnes(2000) })
      const before = await stored(school.app, 'sys_user')
      expect((await student('students-2000.xlsx')).body.result).toMatchObject(nothingNew(2000))
      expect((await student('students-2000.xls')).body.result).toMatchObject(nothingNew(2000))
      expect(await stored(school.app, 'sys_user')).toEqual(before)
    })

    test('sees all 20 bad rows of a file, each with row, column and sentence; a broken file is reported as broken', async () => {
      const { rows, wrong } = badStudents()
      const before = await stored(school.app, 'sys_user')
      const answer = await school.import('/jw/user', rows, {}, 'admin')
      expect(wrong).toHaveLength(20)
      expect(errorsOf(answer).map(({ row, column, message }) => [row, column, message])).toEqual(wrong)
      expect((await school.import('/jw/user', 'broken.xlsx', {}, 'admin')).body).toMatchObject({
        code: 422,
        message: '文件已损坏，无法读取',
      })
      expect(await stored(school.app, 'sys_user')).toEqual(before)
    })
  })

  describe('2: the teacher', () => {
    test('sees only their own courses', async () => {
      const course = { semester: school.id('semester'), studentType: '1' }
      await school.add('foreign course', courses, { ...course, courseTitle: '光学实验' }, 'stranger')
      expect(await school.list(courses)).toEqual([])
      await school.add('course', courses, { ...course, courseTitle: '电子测量实验' })
      expect((await school.list(courses)).map((row) => row['courseTitle'])).toEqual(['电子测量实验'])
      const foreign = await school.call('GET', `${courses}/queryById`, { query: { id: school.id('foreign course') } })
      expect(foreign.body).toMatchObject({ success: false, message: '未找到对应实体' })
    })

    test('adds both assistants once, and they see the course from the moment it is published', async () => {
      const ids = [school.id('helper'), school.id('second')].join(',')
      for (let click = 0; click < 2; click++) await school.done('/jw/tea/addCourseTea', { ...within(), ids })
      expect(await school.list('/jw/tea', within())).toHaveLength(2)
      expect(await school.list(courses, {}, 'helper')).toEqual([])
      const publish = () => school.call('POST', `${courses}/audit`, { body: { id: school.id('course'), status: 1 } })
      expect(once(await Promise.all([publish(), publish()]))).toEqual({ done: 1, said: ['只有未发布或已撤销的课程可以发布！'] })
      for (const who of ['helper', 'second'] as const)
        expect((await school.list(courses, {}, who)).map(({ id }) => id)).toEqual([school.id('course')])
      const further = { id: 'x', course_id: school.id('course'), user_id: school.id('colleague'), kind: 'teacher' as const, version: 1 }
      await school.app.app.engine.db.write((tx) => tx.insertInto('bh_course_teacher').values(further).execute())
      expect(await school.list(courses, {}, 'colleague')).toHaveLength(1)
    })
  })

  describe('3: the course', () => {
    test('gets its 40 devices, once', async () => {
      expect((await school.import(devices, 'equipment-40.xlsx', within())).body.result).toMatchObject(newOnes(40))
      expect((await school.import(devices, 'equipment-40.xlsx', within())).body.result).toMatchObject(nothingNew(40))
      expect((await school.import(devices, 'equipment-40.xlsx', within(), 'stranger')).body.message).toBe('未找到对应实体')
      const rows = await school.list(devices, within())
      expect(rows).toHaveLength(40)
      for (const row of rows) school.made.set(String(row['facilityNum']), row.id)
    })

    test('gets 3 addresses and 4 classes', async () => {
      for (const room of ['东楼 101', '东楼 102', '东楼 103'])
        await school.add(room, '/inspect/bhExperiAdress', { ...within(), experiAdress: room })
      for (const [index, name] of ['1 班', '2 班', '3 班', '4 班'].entries()) {
        const classTime = ['星期一上午', '星期一下午', '星期二上午', '星期二晚上'][index]
        await school.add(name, '/jw/bhClass', { ...within(), className: name, classTime, studentType: '1' })
      }
      expect(await school.list('/jw/bhClass', within())).toHaveLength(4)
    })

    test('a roster with errors names all of them, and writes nothing', async () => {
      const answer = await school.import(rosters, 'roster-with-errors.xlsx', { classId: school.id('1 班') })
      expect(errorsOf(answer).map(({ row, column, message }) => [row, column, message])).toEqual([
        [6, '学号', expect.stringContaining('99999999')],
        [11, '组号', expect.any(String)],
        [16, '座位号', '座位号不能小于 1!'],
        [21, '学号', '与第 20 行重复'],
        [31, '学号', '请输入学生id!'],
      ])
      expect(await school.list(rosters, { classId: school.id('1 班') })).toEqual([])
    })

    test('the rosters of the classes are imported, once', async () => {
      const files = [
        ['1 班', 'roster.xlsx', 60],
        ['2 班', rosterOf(61, 30), 30],
        ['3 班', rosterOf(91, 27), 27],
        ['4 班', rosterOf(118, 10), 10],
      ] as const
      for (const [name, sheet, count] of files) {
        const classId = school.id(name)
        expect((await school.import(rosters, sheet, { classId })).body.result).toMatchObject(newOnes(count))
        expect((await school.import(rosters, sheet, { classId })).body.result).toMatchObject(nothingNew(count))
      }
      const students = await school.list(rosters, { classId: school.id('1 班') })
      for (const row of students) school.made.set(String(row['studyNumber']), String(row['stuId']))
    })
  })

  const chosen = () => chosenOf(school)

  describe('4: the experiment', () => {
    test('has two inspection items and, by three of the classes, 117 students', async () => {
      const experiment = { ...within(), semester: school.id('semester'), experiName: '示波器的使用' }
      await school.add('experiment', experiments, experiment)
      await school.add('other experiment', experiments, { ...experiment, experiName: '频谱仪的使用' })
      for (const inspectName of ['接线', '读数'])
        await school.add(inspectName, items, { ...within(), experiId: school.id('experiment'), inspectName, inspectType: '1' })
      const count = await school.get(`${sessions}/getExperiAllPersonCount`, chosen())
      expect(count).toMatchObject({ classCount: 3, stuCount: 117, total: 117, assigned: 0 })
    })

    test.each(refusedNumbers)('cannot be divided by %o: %s', async (change, sentence) => {
      const asked = { ...chosen(), ...numbers, ...change }
      for (const call of ['distributionGroup', 'commitGroup']) expect(await school.refusal(`${sessions}/${call}`, asked)).toBe(sentence)
      expect(await stored(school.app, 'bh_experi_group')).toEqual([])
    })

    test.each(goodNumbers)('can just barely be divided by %o', async (change) => {
      const plan = await school.done<PlanAnswer>(`${sessions}/planGroup`, { ...chosen(), ...numbers, ...change })
      expect([plan.leftOver, plan.devices.missing]).toEqual([[], 0])
    })
  })

  describe('5: the sessions', () => {
    const day = (hours: readonly [string, string], date = '2026-11-23') => ({
      startTime: `${date} ${hours[0]}:00`,
      endTime: `${date} ${hours[1]}:00`,
    })
    const edit = (name: string, change: object) => school.call('PUT', `${sessions}/edit`, { body: { id: school.id(name), ...change } })
    const read = (name: string) => school.get(`${sessions}/queryById`, { id: school.id(name) })

    test('are shown as a plan before anything is written', async () => {
      const plan = await school.done<PlanAnswer>(`${sessions}/planGroup`, { ...chosen(), ...numbers })
      expect(plan.arithmetic).toBe('学生 117，每场 30 → 4 场 30/29/29/29')
      expect(plan.sessions.map(({ students }) => students.length)).toEqual([30, 29, 29, 29])
      expect(new Set(plan.sessions.flatMap(({ students }) => students)).size).toBe(117)
      expect(await stored(school.app, 'bh_experi_group')).toEqual([])
    })

    test('are made once despite a double click, two tabs and two teachers; nobody else can make any', async () => {
      const divide = (who: StoryPerson) => school.call('POST', `${sessions}/distributionGroup`, { body: { ...chosen(), ...numbers }, who })
      expect((await divide('stranger')).body.message).toBe('未找到对应实体')
      expect((await divide('helper')).body.code).toBe(510)
      const people = ['teacher', 'teacher', 'colleague', 'colleague', 'admin', 'teacher'] as const
      expect(once(await Promise.all(people.map(divide)))).toEqual({ done: 1, said: ['学生人数为0！'] })
      const members = await stored(school.app, 'bh_experi_group_stu')
      expect(new Set(members.map((row) => row['stu_id'])).size).toBe(117)
      expect(members).toHaveLength(117)
      const made = await school.list(sessions, chosen())
      expect(made.map((row) => [row['groupName'], row['peopleNum'], row['seatNum'], row['facilityNum']]).sort()).toEqual([
        ['第1场', 30, 30, 15],
        ['第2场', 29, 30, 15],
        ['第3场', 29, 30, 15],
        ['第4场', 29, 30, 15],
      ])
      for (const row of made) school.made.set(String(row['groupName']), row.id)
    })

    test('get no devices and no seats before they have a time', async () => {
      const body = { experiGroupId: school.id('第1场'), ids: school.id('SB001') }
      expect(await school.refusal(`${sessions}/groupAddFacility`, body)).toBe('请先设置分组开始时间')
      expect(await school.refusal(`${sessions}/initSeatFacility`, { id: school.id('第1场') })).toBe('请先设置分组开始时间')
    })

    test('derive 上课时间 from the chosen time', async () => {
      const times = [
        ['第1场', day(['08:00', '10:00']), '星期一上午'],
        ['第2场', day(['14:00', '16:00']), '星期一下午'],
        ['第3场', day(['19:00', '21:00'], '2026-11-25'), '星期三晚上'],
        ['第4场', day(['08:00', '10:00'], '2026-11-29'), '星期日上午'],
      ] as const
      for (const [name, time, groupTime] of times) {
        const answer = await edit(name, { ...time, experiAdressId: school.id('东楼 101') })
        expect(answer.body).toMatchObject({ success: true, result: { groupTime } })
      }
      const backwards = await edit('第1场', { endTime: '2026-11-23 08:00:00' })
      expect(backwards.body.details).toEqual({ endTime: '结束时间需大于开始时间' })
    })

    test('share no room, no device and no student, and the refusal names the other session', async () => {
      const device = school.id('SB001')
      await school.done(`${sessions}/groupAddFacility`, { experiGroupId: school.id('第1场'), ids: device })
      const room = await edit('第2场', day(['09:59', '11:00']))
      expect(room.body.details).toEqual({ experiAdressId: '该地址在此时间已有其他场次：第1场' })
      const other = { ...within(), experiId: school.id('other experiment'), classIds: school.id('1 班'), groupName: '补做' }
      const size = { seatNum: 4, facilityNum: 2, facilityStuNum: 2 }
      const place = { ...day(['09:00', '11:00']), experiAdressId: school.id('东楼 102') }
      const taken = await school.call('POST', `${sessions}/add`, {
        body: { ...other, ...size, ...place, experiAdressId: school.id('东楼 101') },
      })
      expect(taken.body.details).toEqual({ experiAdressId: '该地址在此时间已有其他场次：第1场' })
      await school.add('补做', sessions, { ...other, ...size, ...place })
      const into = { experiGroupId: school.id('补做') }
      expect(await school.refusal(`${sessions}/groupAddFacility`, { ...into, ids: device })).toContain(
        '该设备在此时间已被其他场次使用：第1场',
      )
      const student = { ...into, ids: school.id('20260001') }
      expect(await school.refusal(`${sessions}/groupAddStu`, student)).toContain('该学生在此时间已有其他场次：第1场')
      const offered = await school.get<{ records: WorldRow[] }>(`${devices}/chooseList`, { ...into, pageSize: 100 })
      expect(offered.records).toHaveLength(39)
      expect((await edit('补做', day(['10:00', '11:00']))).body.success).toBe(true)
      await school.done(`${sessions}/groupAddStu`, student)
      const back = await edit('补做', day(['09:59', '11:00']))
      expect(JSON.stringify(back.body.details)).toContain('（20260001）在此时间已有其他场次：第1场')
    })

    test('get their seats once, even if two teachers double-click', async () => {
      for (const [name, students] of [
        ['第1场', 30],
        ['第2场', 29],
        ['第3场', 29],
        ['第4场', 29],
      ] as const) {
        const start = (who: StoryPerson) => school.call('POST', `${sessions}/initSeatFacility`, { body: { id: school.id(name) }, who })
        const answers = await Promise.all((['teacher', 'teacher', 'colleague', 'admin'] as const).map(start))
        expect(once(answers)).toEqual({ done: 1, said: ['座位已初始化，不能重复操作！'] })
        const made = await school.get<WorldRow[]>(`${sessions}/groupSeatList`, { experiGroupId: school.id(name) })
        expect([made.length, new Set(made.map((seat) => seat['stuId']).filter(Boolean)).size]).toEqual([30, students])
        expect(new Set(made.map((seat) => seat['facilityNum'])).size).toBe(15)
        expect(await read(name)).toMatchObject({ haveSeat: '是', facilityCount: 15 })
      }
      const [first] = await school.get<WorldRow[]>(`${sessions}/groupSeatList`, { experiGroupId: school.id('第1场') })
      expect(first).toMatchObject({ groupSeatNum: '1-01', facilityNum: 'SB001', studyNumber: '20260001' })
    })

    test('stay open until there are results: a kit number, a swap, a new name', async () => {
      const [a, b] = await school.get<WorldRow[]>(`${sessions}/groupSeatList`, { experiGroupId: school.id('第1场') })
      await school.done(`${seats}/updateTjh`, { experiSeatId: a?.id, tjh: 'K-01' })
      for (let twice = 0; twice < 2; twice++) await school.done(`${seats}/moveSeat`, { from: a?.id, to: b?.id })
      school.made.set('seat', String(a?.id)).set('next seat', String(b?.id))
      const renamed = { id: school.id('experiment'), experiName: '示波器的使用（一）' }
      expect((await school.call('PUT', `${experiments}/edit`, { body: renamed })).body.success).toBe(true)
    })
  })

  describe('6: the results', () => {
    test('are made once, one for each item and seated student', async () => {
      const start = (who: StoryPerson) =>
        school.call<number>('POST', `${items}/initInSpectionResAll`, { body: { experiId: school.id('experiment') }, who })
      expect((await start('stranger')).body.message).toBe('未找到对应实体')
      const answers = await Promise.all((['teacher', 'teacher', 'colleague', 'admin'] as const).map(start))
      expect(answers.map(({ body }) => body.result).sort()).toEqual([0, 0, 0, 234])
      const results = await stored(school.app, 'bh_inspection_result')
      expect(new Set(results.map((row) => `${String(row['stu_id'])} ${String(row['inspection_id'])}`)).size).toBe(234)
      expect(results).toHaveLength(234)
    })

    test.each(locks)('lock %s %s', async (method, path, given, sentence) => {
      const tables = ['bh_experi', 'bh_inspection', 'bh_experi_group', 'bh_experi_group_stu', 'bh_experi_group_facility', 'bh_experi_seat']
      const state = () => Promise.all(tables.map((table) => stored(school.app, table)))
      const before = await state()
      for (const who of ['teacher', 'admin'] as const) {
        const answer = await school.call(method, path, {
          who,
          ...(method === 'DELETE' ? { query: given(school) } : { body: given(school) }),
        })
        expect([answer.body.success, answer.body.message]).toEqual([false, sentence])
      }
      expect(await state()).toEqual(before)
    })
  })
})
