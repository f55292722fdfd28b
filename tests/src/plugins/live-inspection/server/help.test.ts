import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditOf, type WorldRow } from '../../../../api/world.ts'
import { testApp, type TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'
import { aCourseDay, type CourseDay, type Person } from './course-day.ts'

onBothDatabases('help at the bench', (database) => {
  let app: TestApp
  let day: CourseDay
  beforeAll(async () => {
    app = await testApp({ database })
    day = await aCourseDay(app, { students: 6, items: 2 })
  })
  afterAll(() => app.close())
  const student = (index: number): Person => day.students[index] ?? day.teacher
  const queue = async () => (await day.get<{ records: WorldRow[] }>('helpList', day.teacher, { courseId: day.lab.courseId })).records
  const ask = async (index: number, item = 0) =>
    day.done('help', student(index), { id: (await day.result(index, item)).id, content: '电源不亮' })
  const clear = async () => {
    for (const { id } of await queue()) await day.done('solveHelp', day.teacher, { id })
  }

  test('a request is in the queue with its waiting time and everything needed to find its bench', async () => {
    const result = await day.result(0)
    const mine = await ask(0)
    expect(mine).toMatchObject({ status: 3, ahead: 0 })
    const [row] = await queue()
    expect(row).toMatchObject({
      id: mine.id,
      inspectionResultId: result.id,
      stuId: student(0).id,
      realname: student(0).realname,
      courseId: day.lab.courseId,
      experiGroupId: day.session.id,
      facilityId: result.facilityId,
      inspectionId: day.items[0]?.id,
      inspectionId_dictText: '考察1',
      smallGroup: 1,
      status: 3,
      content: '电源不亮',
      takerId: null,
    })
    expect(Number(row?.waitSeconds)).toBeLessThan(60)
    expect(await day.result(0)).toMatchObject({ submitStatus: 0, helpNum: 1 })
    await clear()
  })

  test('students who share a device have one request, however often and simultaneously they ask', async () => {
    const ids = [(await day.result(0)).id, (await day.result(1)).id]
    const calls = Array.from({ length: 12 }, (_, n) => day.call('POST', 'help', { as: student(n % 2), body: { id: ids[n % 2] } }))
    const answers = await Promise.all(calls)
    expect(answers.map(({ body }) => body.success)).toEqual(Array.from({ length: 12 }, () => true))
    expect(new Set(answers.map(({ body }) => body.result.id)).size).toBe(1)
    expect(await queue()).toHaveLength(1)
    await day.done('cancelHelp', student(1), { id: ids[1] })
    expect(await queue()).toEqual([])
  })

  test('a request belongs to the whole bench: the mate is told at once, sees who asked, and may cancel it', async () => {
    const topic = `user:${student(1).id}`
    const heard = (query: Record<string, string>) =>
      day.get<{ epoch: string; messages: { cmd: string; type?: string; seq: number }[] }>('/feed/events', student(1), query)
    const { epoch, messages: standing } = await heard({ topics: topic })
    const since = { topics: `${topic}@${standing[0]?.seq}`, epoch }
    const asked = await ask(0)
    const { messages } = await heard(since)
    expect(messages.filter(({ cmd }) => cmd === 'event').map(({ type }) => type)).toEqual(['mateHelp'])
    const seen = async (index: number) =>
      (await day.get<{ items: { help: WorldRow | null }[] }[]>('mySessions', student(index)))[0]?.items[0]?.help
    expect(await seen(1)).toMatchObject({ id: asked.id, mateName: student(0).realname })
    expect(await seen(0)).toMatchObject({ id: asked.id })
    expect(await seen(0)).not.toHaveProperty('mateName')
    expect(await seen(2)).toBe(null)
    await day.done('cancelHelp', student(1), { id: (await day.result(1)).id })
    expect(await seen(0)).toBe(null)
    expect((await heard(since)).messages.filter(({ type }) => type === 'mateHelp')).toHaveLength(2)
    const own = await day.get<{ messages: { type?: string }[] }>('/feed/events', student(0), { topics: `user:${student(0).id}@0`, epoch })
    expect(own.messages.map(({ type }) => type)).not.toContain('mateHelp')
  })

  test('the queue is in the order of asking, and students see how many are ahead of them and who is coming', async () => {
    const [one, two, other] = [await ask(0), await ask(2), await ask(4)]
    expect((await queue()).map(({ id }) => id)).toEqual([one.id, two.id, other.id])
    const mine = async () => (await day.get<{ items: { help: WorldRow | null }[] }[]>('mySessions', student(4)))[0]?.items[0]?.help
    expect(await mine()).toMatchObject({ id: other.id, status: 3, ahead: 2 })
    await day.done('takeHelp', day.assistants[0], { id: one.id })
    expect(await mine()).toMatchObject({ ahead: 1 })
    await day.done('takeHelp', day.assistants[0], { id: other.id })
    expect(await mine()).toMatchObject({ takerName: day.assistants[0].realname })
    await clear()
    expect(await mine()).toBe(null)
  })

  test('a cancellation that arrives before its request, or twice, succeeds and does nothing', async () => {
    const { id } = await day.result(2)
    expect(await day.done('cancelHelp', student(2), { id })).toBe(null)
    await ask(2)
    expect(await queue()).toHaveLength(1)
    for (const _ of [1, 2]) await day.done('cancelHelp', student(2), { id })
    expect(await queue()).toEqual([])
    const again = await ask(2)
    expect((await queue()).map((row) => row.id)).toEqual([again.id])
    await clear()
  })

  test('if two assistants take a request at the same moment, one goes and the other learns who', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await ask(round % 2 === 0 ? 0 : 2)
      const [a, b] = day.assistants
      const answers = await Promise.all([a, b].map((as) => day.call('POST', 'takeHelp', { as, body: { id } })))
      const won = answers.findIndex(({ body }) => body.success)
      const lost = answers[1 - won]
      const winner = won === 0 ? a : b
      expect(answers[won]?.body.result).toMatchObject({ takerId: winner.id, takerId_dictText: winner.realname })
      expect([lost?.status, lost?.body.message]).toEqual([409, `${winner.realname}正在处理该求助！`])
      expect(lost?.body.details).toMatchObject({ holder: { id: winner.id, name: winner.realname } })
      expect(Number(lost?.body.details?.until)).toBeGreaterThan(Date.now() + 590_000)
      await day.done('solveHelp', winner, { id })
    }
  })

  test('the assistant who took it may return it to the queue; nobody else may', async () => {
    const { id } = await ask(0)
    const [a, b] = day.assistants
    await day.done('takeHelp', a, { id })
    expect((await day.call('POST', 'returnHelp', { as: b, body: { id } })).status).toBe(409)
    expect(await day.done('returnHelp', a, { id })).toMatchObject({ takerId: null, takenUntil: null, status: 3 })
    expect(await day.done('takeHelp', b, { id })).toMatchObject({ takerId: b.id })
    await clear()
  })

  test.each(['2026-01-01 00:00:00', null])('a taken request can be taken again after its time has run out (%s)', async (takenUntil) => {
    const { id } = await ask(0)
    const [a, b] = day.assistants
    await day.done('takeHelp', a, { id })
    const { engine } = app.app
    const actor = { id: 'test', username: 'test', realname: '', role: '1', orgCode: '', permissions: new Set<string>() }
    const rows = [{ id, takenUntil }]
    await engine.write({ entity: 'helpRequest', operation: 'edit', rows, actor, fields: 'all', guard: 'none' })
    expect(await day.done('takeHelp', b, { id })).toMatchObject({ takerId: b.id })
    await clear()
  })

  test('it can be solved by its own id or by the result’s, once or twice, and then by nobody else', async () => {
    const update = (body: object, as = day.assistants[0]) => day.call('POST', 'updateInspectionResultSubmitStatus', { as, body })
    const one = await ask(0)
    const solved = await update({ inspectionResultId: one.id, submitStatus: 4 })
    expect([solved.body.success, solved.body.message]).toEqual([true, '提交成功'])
    expect((await update({ inspectionResultId: one.id, submitStatus: 4 }, day.assistants[1])).body.success).toBe(true)
    expect((await update({ inspectionResultId: one.id, submitStatus: 5 })).body.message).toBe('该求助已处理！')
    const { id } = await day.result(0)
    await ask(0)
    expect((await update({ inspectionResultId: id, submitStatus: 5 })).body.success).toBe(true)
    expect((await update({ inspectionResultId: id, submitStatus: 4 })).body.message).toBe('该求助已处理！')
    expect(await day.refusal('takeHelp', day.teacher, { id: one.id })).toBe('该求助已处理！')
    expect((await update({ inspectionResultId: '0', submitStatus: 4 })).body.message).toBe('未找到对应实体')
    expect((await update({ inspectionResultId: id })).body.message).toBe('请选择状态！')
    expect((await update({ inspectionResultId: id, submitStatus: 2 })).body.success).toBe(false)
    expect((await auditOf(app, one.id)).map(({ operation }) => operation)).toEqual(['add', 'edit'])
  })

  test('pressing twice at once has one effect, and both answers say that it is done', async () => {
    const update = (inspectionResultId: unknown, submitStatus: number) =>
      day.call('POST', 'updateInspectionResultSubmitStatus', { as: day.teacher, body: { inspectionResultId, submitStatus } })
    for (let round = 0; round < 6; round++) {
      const { id } = await day.result(0)
      const asked = await ask(0)
      const meant = round % 2 === 0 ? asked.id : id
      const answers = await Promise.all([4, 4, 4].map((status) => update(meant, status)))
      expect(answers.map(({ body }) => [body.success, body.message])).toEqual([1, 2, 3].map(() => [true, '提交成功']))
      expect((await auditOf(app, asked.id)).map(({ operation }) => operation)).toEqual(['add', 'edit'])
    }
  })

  test('if the student cancels it at the moment it is solved, it is over for both', async () => {
    for (let round = 0; round < 6; round++) {
      const { id } = await day.result(0)
      const asked = await ask(0)
      const [cancelled] = await Promise.all([
        day.call('POST', 'cancelHelp', { as: student(0), body: { id } }),
        day.call('POST', 'solveHelp', { as: day.teacher, body: { id: asked.id } }),
      ])
      expect(cancelled.body.success).toBe(true)
      expect(await queue()).toEqual([])
    }
  })

  test('asking and cancelling again and again is stopped, for that result only', async () => {
    const { id } = await day.result(5)
    for (let time = 0; time < 10; time++) {
      await day.done('help', student(5), { id })
      await day.done('cancelHelp', student(5), { id })
    }
    expect(await day.refusal('help', student(5), { id })).toBe('求助过于频繁，请稍后再试！')
    expect(await ask(5, 1)).toMatchObject({ status: 3 })
    await clear()
  })

  test('nobody from another course can reach a request, and the queue of another course is empty', async () => {
    const other = await aCourseDay(app, { students: 1 })
    const { id } = await ask(0)
    for (const as of [other.teacher, other.assistants[0]]) {
      expect((await day.get<{ records: WorldRow[] }>('helpList', as)).records).toEqual([])
      for (const call of ['takeHelp', 'solveHelp', 'returnHelp']) expect(await day.refusal(call, as, { id })).toBe('未找到对应实体')
      expect(await day.refusal('updateInspectionResultSubmitStatus', as, { inspectionResultId: id, submitStatus: 4 })).toBe(
        '未找到对应实体',
      )
    }
    await clear()
  })
})
