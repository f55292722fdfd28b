import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditCount, stored } from '../../../../api/world.ts'
import { testApp, type TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'
import { aLaboratory, type Laboratory } from './laboratory.ts'

const tables = [
  'bh_experi',
  'bh_experi_group',
  'bh_experi_group_stu',
  'bh_experi_group_facility',
  'bh_experi_seat',
  'bh_inspection',
  'bh_inspection_result',
]

onBothDatabases('ids from a stranger’s course', (database) => {
  let app: TestApp
  let mine: Laboratory
  let theirs: Laboratory
  beforeAll(async () => {
    app = await testApp({ database })
    mine = await aLaboratory(app, { classes: [2], devices: 2 })
    theirs = await aLaboratory(app, { classes: [2], devices: 2 })
  })
  afterAll(() => app.close())

  /** A session with seats and the first student in one of them, and an inspection item. */
  async function filled(lab: Laboratory) {
    const session = await lab.session()
    const studentId = lab.students[0]?.id ?? ''
    await lab.done('/inspect/bhExperiGroup/groupAddStu', { experiGroupId: session.id, ids: studentId })
    await lab.done('/inspect/bhExperiGroup/initSeatFacility', { id: session.id })
    const item = await lab.done('/inspect/bhInspection/add', {
      courseId: lab.courseId,
      experiId: lab.experiId,
      inspectName: '项',
      inspectType: '1',
    })
    const [a, b] = await lab.seats(session.id)
    return {
      courseId: lab.courseId,
      experiId: lab.experiId,
      experiGroupId: session.id,
      itemId: item.id,
      seatA: a?.id ?? '',
      seatB: b?.id ?? '',
      studentId,
      deviceId: lab.devices[0]?.id ?? '',
      spare: lab.devices[1]?.id ?? '',
      number: String(lab.students[0]?.studyNumber),
      other: lab.students[1]?.id ?? '',
    }
  }

  test('in any parameter of any call read nothing and change nothing', async () => {
    const own = await filled(mine)
    const far = await filled(theirs)
    type Ids = typeof own
    /** Each call with all of its ids: the caller's own, except for the given ones. */
    const calls: readonly (readonly [path: string, body: (ids: Ids) => Record<string, string>])[] = [
      ['/inspect/bhExperiGroup/initSeatFacility', ({ experiGroupId }) => ({ id: experiGroupId })],
      [
        '/inspect/bhExperiGroup/groupAddStu',
        ({ experiId, experiGroupId, seatB, other }) => ({ experiId, experiGroupId, experiSeatId: seatB, ids: other }),
      ],
      ['/inspect/bhExperiGroup/groupAddFacility', ({ experiId, experiGroupId, spare }) => ({ experiId, experiGroupId, ids: spare })],
      ['/inspect/bhExperiGroup/deleteGroupStu', ({ experiGroupId, studentId }) => ({ experiGroupId, ids: studentId })],
      ['/inspect/bhFacility/deleteGroupFacility', ({ experiGroupId, deviceId }) => ({ experiGroupId, ids: deviceId })],
      [
        '/inspect/bhExperiSeat/getStuInfo',
        ({ courseId, experiId, experiGroupId, seatA, number }) => ({
          courseId,
          experiId,
          experiGroupId,
          experiSeatId: seatA,
          studyNumber: number,
        }),
      ],
      [
        '/inspect/bhExperiSeat/seatStudent',
        ({ courseId, experiId, experiGroupId, seatA, number }) => ({
          courseId,
          experiId,
          experiGroupId,
          experiSeatId: seatA,
          studyNumber: number,
        }),
      ],
      ['/inspect/bhExperiSeat/updateTjh', ({ seatA }) => ({ experiSeatId: seatA, tjh: 'K' })],
      ['/inspect/bhExperiSeat/experiSeatRemoveUser', ({ seatA }) => ({ experiSeatId: seatA })],
      ['/inspect/bhExperiSeat/moveSeat', ({ seatA, seatB }) => ({ from: seatA, to: seatB })],
      ['/inspect/bhExperiSeat/markAbsent', ({ seatA }) => ({ experiSeatId: seatA })],
      ['/inspect/bhInspection/initInSpectionRes', ({ itemId, experiId, experiGroupId }) => ({ id: itemId, experiId, experiGroupId })],
      ['/inspect/bhInspection/initInSpectionResAll', ({ experiId }) => ({ experiId })],
      ['/inspect/bhExperi/initExperiSeatData', ({ experiId }) => ({ id: experiId })],
    ]
    const everything = async () => ({ audit: await auditCount(app), rows: await Promise.all(tables.map((table) => stored(app, table))) })
    const before = await everything()
    for (const [path, body] of calls) {
      const [ours, others] = [body(own), body(far)]
      for (const key of Object.keys(ours)) {
        if (key === 'tjh') continue
        const given = { ...ours, [key]: others[key] ?? '' }
        const answer = await mine.call('POST', path, { body: given })
        expect([path, key, answer.body.success]).toEqual([path, key, false])
        expect(answer.raw.toString()).not.toMatch(/实验室2|L2/)
      }
    }
    expect(await everything()).toEqual(before)
  })

  test('lists of choices, seats and groups are for the owner only', async () => {
    const { id: experiGroupId } = await theirs.session({ experiAdressId: theirs.addresses[1]?.id })
    const { experiId, courseId } = theirs
    const reads = [
      ['/inspect/bhExperiGroup/groupSeatList', { experiGroupId }],
      ['/inspect/bhExperiGroup/groupSeatList', { id: experiGroupId }],
      ['/inspect/bhExperiGroup/haveInspectionResult', { experiGroupId }],
      ['/inspect/bhExperiGroup/haveInspectionResult', { experiId }],
      ['/inspect/bhExperiSeat/queryExperiSmallGroupAll', { experiGroupId }],
      ['/inspect/bhExperiSeat/queryExperiSmallGroupAll', { experiId }],
      ['/inspect/bhExperiSeat/queryExperiSeatStu', { experiGroupId }],
      ['/inspect/bhExperiSeat/queryExperiSeatStu', { experiGroupId, type: 'noChoose' }],
      ['/inspect/bhExperiSeat/queryExperiSeatStu', { experiId, courseId }],
      ['/inspect/bhFacility/chooseList', { experiGroupId }],
      ['/inspect/bhFacility/chooseList', { courseId }],
      ['/inspect/bhFacility/chooseList', { experiId }],
      ['/inspect/bhInspection/isInitInSpectionRes', { experiId }],
    ] as const
    for (const [path, query] of reads) {
      const answer = await mine.call('GET', path, { query })
      expect([path, query, answer.body.message]).toEqual([path, query, '未找到对应实体'])
      expect((await theirs.call('GET', path, { query })).body).toMatchObject({ success: true })
    }
    const sought: Record<string, string>[] = [{ ofSessionId: experiGroupId }, { ofCourseId: courseId }]
    for (const query of sought) {
      const page = await mine.get<{ total: number }>('/jw/user/listStu', query)
      expect(page.total).toBe(0)
    }
  })
})
