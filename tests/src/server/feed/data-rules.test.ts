import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FeedEvent } from '../../../../src/feed/messages.ts'
import { roleId, type WorldRow } from '../../../api/world.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { reached } from '../../../support/feed-socket.ts'
import { nodeOf } from '../identity/granted.ts'
import { feedWorld, followed, type FeedWorld } from './feed-world.ts'

onBothDatabases('data rules and the feed', (database) => {
  let world: FeedWorld
  beforeAll(async () => {
    world = await feedWorld(database)
  })
  afterAll(() => world.close())

  test('whoever follows a course is told of the rows that their rules let them see, and only that the others are not there', async () => {
    const { app, admin, topic, result } = world
    const permissionId = nodeOf(app, 'teaching:inspectionResult:view')
    const body = { permissionId, ruleName: '公开', ruleColumn: 'bz', ruleConditions: 'RIGHT_LIKE', ruleValue: '公开' }
    const rule = await app.call<WorldRow>('POST', '/sys/permission/addPermissionRule', { as: admin, body })
    const granted = await app.call('POST', '/sys/role/datarule', {
      as: admin,
      body: { permissionId, roleId: roleId('2'), dataRuleIds: rule.body.result.id },
    })
    expect(granted.body.message).toBe('保存成功!')
    const teacher = await followed(world, world.teacher)
    const helper = await followed(world, { token: world.mine.helper.token, userId: world.mine.helper.id })
    const told = async ({ socket, seq }: typeof teacher, steps: number): Promise<FeedEvent | undefined> => {
      await socket.until(reached(topic, seq + steps))
      return socket.events(topic).find((event) => event.seq === seq + steps)
    }
    await world.change({ bz: '公开的话' })
    expect(await told(teacher, 1)).toMatchObject({ entity: 'inspectionResult', id: result, row: { bz: '公开的话' } })
    expect(await told(helper, 1)).toMatchObject({ row: { bz: '公开的话' } })
    await world.change({ bz: '秘密的话', submitStatus: 1 })
    const hidden = await told(teacher, 2)
    expect(hidden).toMatchObject({ entity: 'inspectionResult', id: result, row: null, changed: [], before: {}, byName: '' })
    expect(hidden).not.toHaveProperty('event')
    expect(await told(helper, 2)).toMatchObject({ row: { bz: '秘密的话' } })
    expect(JSON.stringify(teacher.socket.heard)).not.toContain('秘密')
    const polled = await app.call<{ messages: unknown[] }>('GET', '/feed/events', {
      as: world.teacher.token,
      query: { topics: `${topic}@${teacher.seq}` },
    })
    expect(JSON.stringify(polled.body.result.messages)).not.toContain('秘密')
    const list = await app.call<{ total: number }>('GET', '/inspect/bhInspectionResult/submitList', {
      as: world.teacher.token,
      query: { courseId: world.mine.course.id },
    })
    expect(list.body.result.total).toBe(0)
  })
})
