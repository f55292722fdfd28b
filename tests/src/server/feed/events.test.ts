import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothDatabases } from '../../../support/databases.ts'
import { answered, reached } from '../../../support/feed-socket.ts'
import { feedWorld, type FeedWorld } from './feed-world.ts'

onBothDatabases('the feed tells what happens', (database) => {
  let world: FeedWorld
  beforeAll(async () => {
    world = await feedWorld(database)
  })
  afterAll(() => world.close())

  test('a write comes as an event with the row, what changed and who did it', async () => {
    const { topic } = world
    const socket = await world.open(world.teacher)
    expect(socket.heard[0]).toMatchObject({ cmd: 'welcome', heartbeat: 25_000 })
    socket.subscribe({ [topic]: null })
    const { seq } = await socket.until((heard) => {
      const found = answered(topic)(heard)
      return found?.cmd === 'subscribed' ? found : undefined
    })
    await world.change({ submitStatus: 1, submitCount: 1 })
    await socket.until(reached(topic, seq + 1))
    expect(socket.events(topic)).toMatchObject([
      {
        cmd: 'event',
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
  })
})
