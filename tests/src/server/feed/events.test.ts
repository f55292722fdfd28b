import { afterAll, beforeAll, expect, test } from 'vitest'
import { server, written } from '../../../api/teaching-rows.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { reached } from '../../../support/feed-socket.ts'
import { announced, feedWorld, followed, type FeedWorld } from './feed-world.ts'

onBothDatabases('the feed', (database) => {
  let world: FeedWorld
  beforeAll(async () => {
    world = await feedWorld(database)
  })
  afterAll(() => world.close())

  test('a write comes as an event with the row, what changed and who did it', async () => {
    const { topic } = world
    const { socket, seq } = await followed(world, world.teacher)
    expect(socket.heard[0]).toMatchObject({ cmd: 'welcome', heartbeat: 25_000 })
    await world.change({ submitStatus: 1, submitCount: 1 })
    await socket.until(reached(topic, seq + 1))
    expect(socket.events(topic)).toMatchObject([
      {
        topic,
        seq: seq + 1,
        type: 'write',
        entity: 'inspectionResult',
        id: world.result,
        operation: 'edit',
        changed: ['submitStatus', 'submitCount'],
        before: { submitStatus: 0 },
        event: 'submission',
        row: { id: world.result, submitStatus: 1, submitStatus_dictText: '已提交', studyNumber: '甲01' },
      },
    ])
    await world.change({ submitCount: 2 })
    await socket.until(reached(topic, seq + 2))
    expect(socket.events(topic)[1]).toMatchObject({ changed: ['submitCount'], event: 'submission' })
  })

  test('a write is reported to everyone it concerns, and under no other topic', async () => {
    const { app, mine, topic } = world
    const last = async () => {
      const rows = await app.app.engine.db.read.selectFrom('feed_topic').select(['topic', 'last_seq']).execute()
      return new Map(rows.map((row) => [row.topic, row.last_seq]))
    }
    const before = await last()
    await world.change({ bz: '只告诉他们' })
    const told = [...(await last())].filter(([one, seq]) => seq !== (before.get(one) ?? 0)).map(([one]) => one)
    expect(told.sort()).toEqual([topic, `user:${mine.student.id}`])
  })

  test('the clock of the server comes with the welcome, so that waiting times do not depend on the page’s', async () => {
    const before = Date.now()
    const socket = await world.open(world.teacher)
    const [welcome] = socket.heard
    expect(welcome?.cmd === 'welcome' && welcome.time >= before && welcome.time <= Date.now()).toBe(true)
    socket.send('HeartBeat')
    expect(await socket.until((heard) => heard.find(({ cmd }) => cmd === 'heartcheck'))).toMatchObject({ time: expect.any(Number) })
  })

  test('students are told about their own results, without who marked them', async () => {
    const topic = `user:${world.student.userId}`
    const { socket, seq } = await followed(world, world.student, topic)
    await world.change({ submitStatus: 2, score: 90, comment: '很好', markerId: world.mine.teacher.id })
    await socket.until(reached(topic, seq + 1))
    const [event] = socket.events(topic)
    expect(event).toMatchObject({ entity: 'inspectionResult', id: world.result, row: { score: 90, comment: '很好', submitStatus: 2 } })
    expect(event?.by).toBeUndefined()
    expect(JSON.stringify(event)).not.toContain(world.mine.teacher.id)
  })

  test('students hear about a withdrawn course as before, with all names, on an open page and on a new one', async () => {
    const topic = `user:${world.student.userId}`
    const { app, mine } = world
    const audit = async (status: number) => {
      const { body } = await app.call('POST', '/inspect/bhCourse/audit', { as: mine.teacher.token, body: { id: mine.course.id, status } })
      expect(body.success, body.message).toBe(true)
    }
    const open = await followed(world, world.student, topic)
    await audit(0)
    const { body } = await app.call<{ total: number } | null>('GET', '/inspect/bhCourse/list', { as: world.student.token })
    expect(body.result?.total ?? 0).toBe(0)
    const later = await followed(world, world.student, topic)
    await world.change({ submitStatus: 2, score: 91 })
    for (const { socket, seq } of [open, later]) {
      await socket.until(reached(topic, seq + 1))
      const row = socket.events(topic).at(-1)?.row
      expect(row).toMatchObject({ score: 91 })
      for (const key of ['courseId', 'experiId', 'experiGroupId', 'inspectionId']) expect(row?.[`${key}_dictText`], key).toMatch(/\S/)
    }
    await audit(1)
  })

  test('fifty simultaneous writers leave numbers without gaps, in the order of the rows’ versions', async () => {
    const { topic, app, mine } = world
    const within = { courseId: mine.course.id, experiId: mine.experiment.id }
    const items = await written(
      app,
      'inspectionItem',
      Array.from({ length: 25 }, (_, n) => ({ ...within, inspectName: `考察项${n}`, inspectType: '1' })),
    )
    const ids = await written(
      app,
      'inspectionResult',
      items.map((inspectionId) => ({ ...within, inspectionId, stuId: mine.student.id })),
    )
    const { socket, seq } = await followed(world, world.teacher)
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        written(app, 'inspectionResult', [{ id: ids[n % 25], bz: `第${n}次` }], { operation: 'edit', unlocked: 'all' }),
      ),
    )
    await socket.until(reached(topic, seq + 50))
    const events = socket.events(topic)
    expect(events.map((event) => event.seq)).toEqual(Array.from({ length: 50 }, (_, n) => seq + 1 + n))
    expect(events.every((event, index) => event.at >= (events[index - 1]?.at ?? 0))).toBe(true)
    for (const [, own] of Map.groupBy(events, (event) => event.id)) expect(own.map((event) => event.version)).toEqual([2, 3])
    expect(events.every((event) => Number(event.row?.['version']) >= Number(event.version))).toBe(true)
  })

  test('a transaction that is rolled back leaves no event and no gap', async () => {
    const { topic, app } = world
    const { socket, seq } = await followed(world, world.teacher)
    const { engine } = app.app
    const failing = engine.db.write(async (tx) => {
      await engine.write(
        {
          entity: 'inspectionResult',
          operation: 'edit',
          rows: [{ id: world.result, bz: '不算' }],
          actor: server,
          fields: 'all',
          scope: 'none',
          unlocked: 'all',
        },
        tx,
      )
      engine.announce(tx, { topic, ...announced(world.result) })
      throw new Error('broken off')
    })
    await expect(failing).rejects.toThrow('broken off')
    await world.change({ bz: '算' })
    await socket.until(reached(topic, seq + 1))
    expect(socket.events(topic)).toMatchObject([{ seq: seq + 1, row: { bz: '算' } }])
  })

  test('a plugin’s announcements come in the same order and numbering', async () => {
    const { topic, app } = world
    const { socket, seq } = await followed(world, world.teacher)
    const body = { id: world.result, holder: { id: '1', name: '张老师' }, until: 5 }
    await app.app.engine.db.write(async (tx) => app.app.engine.announce(tx, { topic, cmd: 'claim', body }))
    await world.change({ bz: '之后' })
    await socket.until(reached(topic, seq + 2))
    expect(socket.events(topic)).toMatchObject([
      { seq: seq + 1, type: 'claim', body },
      { seq: seq + 2, type: 'write' },
    ])
  })

  test('a call for help and its cancellation carry the document’s names, the place and the device', async () => {
    const { topic, app, student, result, mine } = world
    await world.change({ facilityId: mine.equipment.id })
    const { socket, seq } = await followed(world, world.teacher)
    const call = (name: string) => app.call('POST', `/inspect/bhInspectionResult/${name}`, { as: student.token, body: { id: result } })
    expect((await call('help')).body).toMatchObject({ success: true })
    expect((await call('cancelHelp')).body).toMatchObject({ success: true })
    await socket.until(reached(topic, seq + 2))
    const place = { facilityId: mine.equipment.id, experiGroupId: expect.any(String), inspectionId: expect.any(String) }
    expect(socket.events(topic)).toMatchObject([
      { entity: 'helpRequest', operation: 'add', event: 'help', by: student.userId, row: place },
      { entity: 'helpRequest', operation: 'edit', event: 'helpCancelled', before: { status: 3 }, row: { ...place, status: 5 } },
    ])
  })

  test('a transaction that writes hundreds of rows sends one request to read again instead of each row', async () => {
    const { topic, app, mine } = world
    const within = { courseId: mine.course.id, experiId: mine.experiment.id }
    const items = await written(
      app,
      'inspectionItem',
      Array.from({ length: 250 }, (_, n) => ({ ...within, inspectName: `多${n}`, inspectType: '1' })),
    )
    const { socket, seq } = await followed(world, world.teacher)
    await written(
      app,
      'inspectionResult',
      items.map((inspectionId) => ({ ...within, inspectionId, stuId: mine.student.id })),
    )
    await world.change({ bz: '接着' })
    await socket.until(reached(topic, seq + 2))
    expect(socket.heard).toContainEqual({ cmd: 'resync', topic, seq: seq + 1, reason: 'lag' })
    expect(socket.events(topic)).toMatchObject([{ seq: seq + 2, row: { bz: '接着' } }])
  })

  test('a deleted row comes as null', async () => {
    const { topic, app, mine } = world
    const [item = ''] = await written(app, 'inspectionItem', [
      { courseId: mine.course.id, experiId: mine.experiment.id, inspectName: '短命', inspectType: '1' },
    ])
    const [id = ''] = await written(app, 'inspectionResult', [
      { courseId: mine.course.id, experiId: mine.experiment.id, inspectionId: item, stuId: mine.student.id },
    ])
    const { socket, seq } = await followed(world, world.teacher)
    await written(app, 'inspectionResult', [{ id }], { operation: 'delete', unlocked: 'all' })
    await socket.until(reached(topic, seq + 1))
    expect(socket.events(topic)).toMatchObject([{ id, operation: 'delete', row: null }])
  })

  test('polling gives the same messages as listening', async () => {
    const { topic, app, teacher } = world
    const { socket, seq } = await followed(world, teacher)
    const ask = (topics: string, epoch = '') =>
      app.call<{ epoch: string; time: number; messages: unknown[] }>('GET', '/feed/events', { as: teacher.token, query: { topics, epoch } })
    const first = (await ask(topic)).body.result
    expect(first.messages).toEqual([{ cmd: 'subscribed', topic, seq }])
    await world.change({ bz: '问到的' })
    await socket.until(reached(topic, seq + 1))
    const next = (await ask(`${topic}@${seq}`, first.epoch)).body.result
    expect(next.messages).toEqual(socket.events(topic))
    expect((await ask(`${topic}@${seq + 1}`, first.epoch)).body.result.messages).toEqual([])
    expect((await ask(`${topic}@${seq}`, 'another')).body.result.messages).toEqual([
      { cmd: 'resync', topic, seq: seq + 1, reason: 'epoch' },
    ])
    expect((await ask('course:1@x')).body).toMatchObject({ success: false, code: 422 })
  })
})
