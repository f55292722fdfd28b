import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FeedEvent } from '../../../../src/feed/messages.ts'
import { pick, seeded } from '../../../api/contract/random-rows.ts'
import { addRow, roleId, type WorldRow } from '../../../api/world.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { reached } from '../../../support/feed-socket.ts'
import { nodeOf } from '../identity/granted.ts'
import { randomRule, type RuledColumns } from '../access/random-rules.ts'
import { feedWorld, followed, type FeedWorld } from './feed-world.ts'

const ofResults: RuledColumns = {
  bz: { kind: 'text', values: ['公开', '秘密', '秘密A', '1', "it's", '%'] },
  submitStatus: { kind: 'number', values: ['0', '1', '2'] },
  createBy: { kind: 'text', values: ['system', 'nobody', '#{sys_user_code}'] },
}

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

  test('random rules: what is told of a row, and every way to read it, is what an independent reading of the rules says', async () => {
    const { app, admin, topic, result, mine } = world
    const permissionId = nodeOf(app, 'teaching:inspectionResult:view')
    const random = seeded(20261126)
    const account = await app.call<WorldRow>('GET', '/sys/user/queryById', { as: admin, query: { id: world.teacher.userId } })
    const { username, realname } = account.body.result
    const person = { username: String(username), realname: String(realname), orgCode: 'A01', orgCodes: ['A01'] }
    const base = '/inspect/bhInspectionResult'
    const { socket, seq } = await followed(world, world.teacher)
    const seen = { shown: 0, hidden: 0 }
    const total = async (as: string) =>
      (await app.call<{ total: number }>('GET', `${base}/list`, { as, query: { courseId: mine.course.id } })).body.result.total
    expect(await total(mine.helper.token)).toBeGreaterThan(0)
    for (let round = 1; round <= 16; round++) {
      const rule = randomRule(random, ofResults)
      const added = await addRow(app, '/sys/permissionRule', { as: admin, body: { permissionId, ruleName: '规则', ...rule.body } })
      const ticked = await app.call('POST', '/sys/role/datarule', {
        as: admin,
        body: { permissionId, roleId: roleId('2'), dataRuleIds: added.id },
      })
      expect(ticked.body.message).toBe('保存成功!')
      await world.change({ bz: `${pick(random, ['公开', '秘密a', '秘密A', "it's"])}${round}`, submitStatus: pick(random, [0, 1]) })
      const whole = (await app.call<WorldRow>('GET', `${base}/queryById`, { as: mine.helper.token, query: { id: result } })).body.result
      const passes = rule.passes(whole, person)
      seen[passes ? 'shown' : 'hidden']++
      await socket.until(reached(topic, seq + round))
      const event = socket.events(topic).find((one) => one.seq === seq + round)
      const said = JSON.stringify(rule.body)
      const as = world.teacher.token
      const one = await app.call('GET', `${base}/queryById`, { as, query: { id: result } })
      expect({ said, told: Boolean(event?.row), total: await total(as), found: one.body.success }).toEqual({
        said,
        told: passes,
        total: passes ? await total(mine.helper.token) : 0,
        found: passes,
      })
    }
    expect(Math.min(seen.shown, seen.hidden)).toBeGreaterThan(2)
  })
})
