import { text } from 'node:stream/consumers'
import { request, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { topicRights } from '../../../../src/server/feed/readers.ts'
import { writeOut } from '../../../../src/server/feed/write-out.ts'
import { server, written } from '../../../api/teaching-rows.ts'
import { aPerson, roleId } from '../../../api/world.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { answered, reached } from '../../../support/feed-socket.ts'
import { feedWorld, followed, type FeedWorld, type Whose } from './feed-world.ts'

/** Request the upgrade without a token; answers the response. */
async function askedWithoutToken(server: string, path: string): Promise<{ status: number | undefined; body: unknown }> {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'c2hpeWFuc2hpeWFuc2hpeQ==',
  }
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request(server.replace('ws:', 'http:') + path, { headers, agent: false })
    asked.on('response', resolve).on('error', reject)
    asked.on('upgrade', () => reject(new Error('a socket was opened')))
    asked.end()
  })
  return { status: reply.statusCode, body: JSON.parse(await text(reply)) }
}

const refusal = '没有权限，请联系管理员授权'

onBothDatabases('who hears what', (database) => {
  let world: FeedWorld
  beforeAll(async () => {
    world = await feedWorld(database)
  })
  afterAll(() => world.close())

  const strangers: readonly (readonly [string, () => Whose])[] = [
    ['the teacher of another course', () => ({ token: world.other.teacher.token, userId: world.other.teacher.id })],
    ['the assistant of another course', () => ({ token: world.other.helper.token, userId: world.other.helper.id })],
    ['a student of the course', () => world.student],
    ['a student of another course', () => ({ token: world.other.learner, userId: world.other.student.id })],
  ]

  test.each(strangers)('%s hears nothing of the course, by socket or by polling, with or without a number', async (_who, whose) => {
    const { topic, app } = world
    const stranger = await world.open(whose())
    stranger.subscribe({ [topic]: null })
    expect(await stranger.until(answered(topic))).toEqual({ cmd: 'refused', topic, message: refusal })
    stranger.subscribe({ [topic]: 0 })
    const { socket, seq } = await followed(world, world.teacher)
    await world.change({ bz: `秘密${seq}` })
    await socket.until(reached(topic, seq + 1))
    for (const topics of [topic, `${topic}@0`, `${topic}@${seq}`]) {
      const polled = await app.call<{ messages: unknown[] }>('GET', '/feed/events', { as: whose().token, query: { topics } })
      expect(polled.body.result.messages).toEqual([{ cmd: 'refused', topic, message: refusal }])
    }
    stranger.send({ cmd: 'heartbeat' })
    await stranger.until((heard) => heard.some(({ cmd }) => cmd === 'heartcheck'))
    expect(JSON.stringify(stranger.heard)).not.toContain('秘密')
  })

  test('only students themselves hear their own topic, not even their teacher', async () => {
    const topic = `user:${world.student.userId}`
    for (const whose of [world.teacher, { token: world.other.learner, userId: world.other.student.id }]) {
      const stranger = await world.open(whose)
      stranger.subscribe({ [topic]: 0 })
      expect(await stranger.until(answered(topic))).toEqual({ cmd: 'refused', topic, message: refusal })
    }
    await followed(world, world.student, topic)
  })

  test.each(['/api/websocket', '/websocket'])('without a login, %s ends with 4001 before anything is sent', async (path) => {
    for (const token of ['x', 'A'.repeat(43)]) {
      const socket = await world.open({ token, userId: world.teacher.userId }, path)
      expect(await socket.closed).toEqual({ code: 4001, reason: '登录已失效，请重新登录' })
      expect(socket.heard).toEqual([])
    }
    expect((await world.app.call('GET', '/feed/events', { query: { topics: world.topic } })).status).toBe(401)
  })

  test('the login of one user with the address of another hears nothing', async () => {
    const socket = await world.open({ token: world.student.token, userId: world.teacher.userId })
    expect((await socket.closed).code).toBe(4003)
    expect(socket.heard).toEqual([])
  })

  test.each(['/websocket/1', '/api/websocket/1'])('without a token, %s is refused before it becomes a socket', async (path) => {
    expect(await askedWithoutToken(world.server, path)).toMatchObject({
      status: 401,
      body: { success: false, code: 401, message: expect.stringContaining('Token失效') },
    })
  })

  test('the administrator and the assistant of the course hear what its teacher hears', async () => {
    const { topic, mine } = world
    const { id } = (
      await world.app.call<{ userInfo: { id: string } }>('POST', '/sys/selectRole', {
        as: world.admin,
        body: { username: 'admin', roleCode: '1' },
      })
    ).body.result.userInfo
    const all = [world.teacher, { token: mine.helper.token, userId: mine.helper.id }, { token: world.admin, userId: id }]
    const sockets = await Promise.all(all.map((whose) => followed(world, whose)))
    await world.change({ bz: '给大家' })
    for (const { socket, seq } of sockets) {
      await socket.until(reached(topic, seq + 1))
      expect(socket.events(topic).at(-1)).toMatchObject({ row: { bz: '给大家' } })
    }
  })

  test('a user who may not see results cannot follow a course', async () => {
    const { engine } = world.app.app
    const rights = topicRights(engine)
    const teacher = { ...server, id: world.mine.teacher.id, role: '2' }
    const permissions = new Set([`${engine.model('inspectionResult').permission}:view`])
    expect(await rights({ ...teacher, permissions }, [world.topic])).toEqual(new Map())
    expect(await rights(teacher, [world.topic])).toEqual(new Map([[world.topic, refusal]]))
  })

  test('an assistant removed from the course hears nothing more while others do, and is cut off with the reason', async () => {
    const { topic, mine } = world
    const other = await followed(world, world.teacher)
    const { socket, seq } = await followed(world, { token: mine.helper.token, userId: mine.helper.id })
    const gone = await world.app.call('DELETE', '/jw/tea/delete', { as: mine.teacher.token, query: { id: mine.assistant.id } })
    expect(gone.body).toMatchObject({ success: true })
    await world.change({ bz: '晚了' })
    await other.socket.until(reached(topic, other.seq + 1))
    expect(await socket.closed).toEqual({ code: 4003, reason: '您已没有权限接收该课程的实时消息' })
    expect(socket.events(topic).filter((event) => event.seq > seq)).toEqual([])
  })

  test('a further teacher removed from the course is cut off with the reason', async () => {
    const { app, admin, mine } = world
    const further = await aPerson(app, admin, '2')
    const base = '/inspect/bhCourseTeacher'
    await app.call('POST', `${base}/addTeachers`, { as: mine.teacher.token, body: { courseId: mine.course.id, ids: further.id } })
    const { socket } = await followed(world, { token: further.token, userId: further.id })
    const query = { courseId: mine.course.id }
    const page = await app.call<{ records: { id: string }[] }>('GET', `${base}/list`, { as: mine.teacher.token, query })
    const id = page.body.result.records[0]?.id ?? ''
    const gone = await app.call('DELETE', `${base}/delete`, { as: mine.teacher.token, query: { id } })
    expect(gone.body).toMatchObject({ success: true })
    expect(await socket.closed).toEqual({ code: 4003, reason: '您已没有权限接收该课程的实时消息' })
  })

  test('removing a role while its feed is open closes the feed as a login that ended', async () => {
    const { app, admin, mine } = world
    const further = await aPerson(app, admin, '2')
    const body = { courseId: mine.course.id, ids: further.id }
    await app.call('POST', '/inspect/bhCourseTeacher/addTeachers', { as: mine.teacher.token, body })
    const { socket } = await followed(world, { token: further.token, userId: further.id })
    const roles = { id: further.id, selectedroles: roleId('3') }
    expect((await app.call('PUT', '/sys/user/edit', { as: admin, body: roles })).body).toMatchObject({ success: true })
    expect(await socket.closed).toEqual({ code: 4001, reason: '登录已失效，请重新登录' })
  })

  test('for an entity that a role may not view, only the number of the event is sent', async () => {
    const { app, topic, result } = world
    const { engine } = app.app
    const body = {
      type: 'write',
      entity: 'inspectionResult',
      id: result,
      operation: 'edit',
      changed: [],
      version: 2,
      by: '',
      byName: '',
      before: {},
    } as const
    const toldTo = (permissions: readonly string[]) =>
      writeOut({ engine, topic, actor: { ...server, permissions: new Set(permissions) } }, [{ seq: 1, at: 0, body, texts: new Map() }])
    expect((await toldTo(['teaching:helpRequest:view'])).map((text) => JSON.parse(text))).toEqual([
      { cmd: 'event', topic, seq: 1, at: 0, type: 'hidden' },
    ])
    expect((await toldTo(['teaching:inspectionResult:view']))[0]).toContain('甲01')
  })

  test('a row that moves to another course is reported to both, and shown only to the new one', async () => {
    const { app, topic, other, mine } = world
    const there = `course:${other.course.id}`
    const places = [mine, other].map(({ course, experiment }) => ({ courseId: course.id, experiId: experiment.id }))
    const items = await written(
      app,
      'inspectionItem',
      places.map((place) => ({ ...place, inspectName: '转课', inspectType: '1' })),
    )
    const [before, after] = places.map((place, index) => ({ ...place, inspectionId: items[index] }))
    const [id] = await written(app, 'inspectionResult', [{ ...before, stuId: mine.student.id }])
    const left = await followed(world, world.teacher)
    const found = await followed(world, { token: other.teacher.token, userId: other.teacher.id }, there)
    await written(app, 'inspectionResult', [{ ...after, id }], { operation: 'edit', unlocked: 'all' })
    await left.socket.until(reached(topic, left.seq + 1))
    await found.socket.until(reached(there, found.seq + 1))
    expect(left.socket.events(topic)).toMatchObject([{ id, row: null }])
    expect(found.socket.events(there)).toMatchObject([{ id, row: { courseId: other.course.id } }])
  })

  test('signing out and freezing an account close the feed as a login that ended', async () => {
    const token = await world.app.signIn(world.mine.teacher.username, '2', 'Abc123!@')
    const { socket } = await followed(world, { token, userId: world.teacher.userId })
    await world.app.call('POST', '/sys/logout', { as: token })
    expect((await socket.closed).code).toBe(4001)
    const student = await followed(world, world.student, `user:${world.student.userId}`)
    const frozen = await world.app.call('PUT', '/sys/user/frozenBatch', {
      as: world.admin,
      body: { ids: world.student.userId, status: 2 },
    })
    expect(frozen.body).toMatchObject({ success: true })
    expect(await student.socket.closed).toEqual({ code: 4001, reason: '登录已失效，请重新登录' })
  })

  test('events right after a user signed out, before their feed is closed, are not sent', async () => {
    const { topic } = world
    const token = await world.app.signIn(world.mine.teacher.username, '2', 'Abc123!@')
    const other = await followed(world, world.teacher)
    const { socket, seq } = await followed(world, { token, userId: world.teacher.userId })
    await world.app.call('POST', '/sys/logout', { as: token })
    await world.change({ bz: '晚了一点' })
    await other.socket.until(reached(topic, other.seq + 1))
    await socket.closed
    expect(socket.events(topic).filter((event) => event.seq > seq)).toEqual([])
  })
})
