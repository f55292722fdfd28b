import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { TestApp } from '../support/build-app.ts'
import { hasPostgres } from '../support/databases.ts'
import { hasRedis, startRedis } from '../support/redis.ts'
import { twoNodes } from '../support/two-nodes.ts'
import { addRow, aPerson, stored } from './world.ts'

const TURNS = 20
/** No client can ask the other node sooner after an answer; both nodes of a test live in one process. */
const onTheWay = () => pause(2)

const roleAt = async (node: TestApp, as: string) => {
  const { result } = (await node.call<{ roleInfo?: unknown; menu: unknown[] }>('GET', '/sys/permission/getUserPermissionByToken', { as }))
    .body
  return JSON.stringify(result.menu).includes('/identity/user') ? '1' : '2'
}

const choose = async (node: TestApp, as: string, { username, roleCode }: { username: string; roleCode: string }) =>
  expect((await node.call('POST', '/sys/selectRole', { as, body: { username, roleCode } })).body.success).toBe(true)

test.skipIf(!hasPostgres() || !hasRedis())(
  'with Redis, whoever was answered by one node finds on the other what that node did',
  async () => {
    const redis = await startRedis()
    const { one, other, close } = await twoNodes({ REDIS_URL: redis.url })
    const admin = await one.signIn('admin', '1')
    const { username, token } = await aPerson(one, admin, '12')
    const [dictionary] = (await stored(one, 'sys_dict')).filter((row) => row['dict_code'] === 'inspect_type')
    const total = async () =>
      (
        await other.call<{ total: number }>('GET', '/sys/dictItem/list', {
          as: admin,
          query: { dictId: String(dictionary?.id), pageNo: 2, pageSize: 1 },
        })
      ).body.result.total
    for (let turn = 0; turn < TURNS; turn++) {
      const roleCode = turn % 2 ? '1' : '2'
      await choose(one, token, { username, roleCode })
      expect(await roleAt(other, token), `the role, turn ${turn}`).toBe(roleCode)
      const before = await total()
      await addRow(one, '/sys/dictItem', { as: admin, body: { dictId: dictionary?.id, itemText: `类型${turn}`, itemValue: `kind${turn}` } })
      await onTheWay()
      expect(await total(), `the total, turn ${turn}`).toBe(before + 1)
      const comment = { comment: `操作${turn}`, commentLeve: 1, commentType: `kind${turn}` }
      expect((await other.call('POST', '/inspect/bhInspectionComment/add', { as: admin, body: comment })).body.message).toBe('添加成功！')
    }
    expect((await one.call('POST', '/sys/logout', { as: token })).body.success).toBe(true)
    await onTheWay()
    expect((await other.call('GET', '/sys/permission/getUserPermissionByToken', { as: token })).status).toBe(401)
    await close()
    await redis.stop()
  },
)

test.skipIf(!hasPostgres())('without Redis, the other node knows a chosen role and an ended login within a second', async () => {
  const { one, other, close } = await twoNodes()
  const admin = await one.signIn('admin', '1')
  const { username, token } = await aPerson(one, admin, '12')
  for (const roleCode of ['1', '2', '1']) {
    await choose(one, token, { username, roleCode })
    await expect.poll(() => roleAt(other, token), { timeout: 1_500, interval: 20 }).toBe(roleCode)
  }
  await one.call('POST', '/sys/logout', { as: token })
  const status = async () => (await other.call('GET', '/sys/permission/getUserPermissionByToken', { as: token })).status
  await expect.poll(status, { timeout: 1_500, interval: 20 }).toBe(401)
  await close()
})
