import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOGIN_ENDED, NOT_ALLOWED } from '../../../../src/feed/messages.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { answered, reached } from '../../../support/feed-socket.ts'
import { feedWorld, followed, type FeedWorld } from './feed-world.ts'

onBothDatabases('the socket of somebody who looks in another name', (database) => {
  let world: FeedWorld
  let self: string
  beforeAll(async () => {
    world = await feedWorld(database)
    const found = await world.app.call<{ records: { id: string }[] }>('GET', '/sys/user/list', {
      as: world.admin,
      query: { username: 'admin' },
    })
    self = found.body.result.records[0]?.id ?? ''
  })
  afterAll(() => world.close())

  const look = async (whom: Readonly<Record<string, string>>): Promise<string> => {
    const token = await world.app.signIn('admin', '1')
    const begun = await world.app.call('POST', '/sys/viewAs/start', { as: token, body: whom })
    if (!begun.body.success) throw new Error(begun.body.message)
    return token
  }

  test('hears what the one looked at hears, not what the administrator would, and is told of no other name', async () => {
    const { mine, other, topic } = world
    const token = await look({ userId: mine.teacher.id })
    const { socket, seq } = await followed(world, { token, userId: mine.teacher.id })
    const foreign = [`course:${other.course.id}`, `user:${other.teacher.id}`, `user:${self}`]
    for (const one of foreign) {
      socket.subscribe({ [one]: null })
      expect(await socket.until(answered(one))).toMatchObject({ cmd: 'refused', topic: one })
    }
    await world.change({ submitCount: 3 })
    await socket.until(reached(topic, seq + 1))
    const own = await world.open({ token, userId: self })
    expect(await own.closed).toMatchObject({ code: NOT_ALLOWED })
  })

  test('a socket that was open in one’s own name ends when the look begins, and one of the look when it ends', async () => {
    const token = await world.app.signIn('admin', '1')
    const own = await world.open({ token, userId: self })
    const begun = await world.app.call('POST', '/sys/viewAs/start', { as: token, body: { userId: world.mine.student.id } })
    expect(begun.body.success).toBe(true)
    expect([LOGIN_ENDED, NOT_ALLOWED]).toContain((await own.closed).code)
    const looking = await world.open({ token, userId: world.mine.student.id })
    looking.subscribe({ [world.topic]: null })
    expect(await looking.until(answered(world.topic))).toMatchObject({ cmd: 'refused' })
    expect((await world.app.call('POST', '/sys/viewAs/end', { as: token })).body.success).toBe(true)
    expect([LOGIN_ENDED, NOT_ALLOWED]).toContain((await looking.closed).code)
    await followed(world, { token, userId: self })
  })

  test('what a socket is sent writes nothing: it knows no message that does', async () => {
    const token = await look({ userId: world.mine.teacher.id })
    const { socket } = await followed(world, { token, userId: world.mine.teacher.id })
    for (const cmd of ['publish', 'event', 'claim', 'read', 'edit']) socket.send({ cmd, topic: world.topic, body: { id: world.result } })
    const refusals = await socket.until((heard) => {
      const all = heard.filter((message) => message.cmd === 'refused')
      return all.length === 5 ? all : undefined
    })
    expect(refusals.map((message) => ('message' in message ? message.message : ''))).toEqual(
      Array.from({ length: 5 }, () => '无法识别的消息'),
    )
  })
})
