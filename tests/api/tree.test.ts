import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemActor } from '../../src/server/access/system-actor.ts'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { addRow, aPerson, auditOf, password, type WorldRow } from './world.ts'

const base = '/sys/sysDepart'

onBothDatabases('a tree', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  const add = (departName: string, parent?: WorldRow): Promise<WorldRow> =>
    addRow(app, base, { as: admin, body: { departName, ...(parent ? { orgCategory: '2', parentId: parent.id } : { orgCategory: '1' }) } })
  const move = (node: WorldRow, to: WorldRow) =>
    app.call<WorldRow>('PUT', `${base}/edit`, { as: admin, body: { id: node.id, parentId: to.id } })
  const read = async ({ id }: WorldRow): Promise<WorldRow> =>
    (await app.call<WorldRow>('GET', `${base}/queryById`, { as: admin, query: { id } })).body.result

  describe('moved', () => {
    test('a node cannot be moved below itself', async () => {
      const top = await add('上')
      const below = await add('下', top)
      const answer = await move(top, below)
      expect(answer.status).toBe(422)
      expect(answer.body.details).toEqual({ parentId: '不能把节点移动到自己或自己的下级之下！' })
      expect((await move(top, top)).status).toBe(422)
    })

    test('by two people at once, below each other’s children, it remains a tree', async () => {
      for (let round = 0; round < 8; round++) {
        const left = await add(`左${round}`)
        const right = await add(`右${round}`)
        const underLeft = await add(`左下${round}`, left)
        const underRight = await add(`右下${round}`, right)
        const answers = await Promise.all([move(left, underRight), move(right, underLeft)])
        expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422])
      }
    })
  })

  test('a node that cannot be deleted keeps the nodes below it, even next to deleted ones', async () => {
    const [kept, gone] = [await add('留下'), await add('删除')]
    const [belowKept, belowGone] = [await add('留下的下级', kept), await add('删除的下级', gone)]
    const outcomes = await app.app.engine.write({
      entity: 'department',
      operation: 'delete',
      rows: [{ id: kept.id }, { id: gone.id }],
      guard: { when: { departName: { not: '留下' } }, otherwise: '不能删除' },
      onRefusal: 'collect',
      actor: systemActor,
    })
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['refused', 'deleted'])
    expect(await Promise.all([kept, belowKept].map(read))).toMatchObject([{ departName: '留下' }, { departName: '留下的下级' }])
    expect(await Promise.all([gone, belowGone].map(read))).toEqual([null, null])
  })

  describe('with codes', () => {
    const codes = async (...nodes: WorldRow[]) => (await Promise.all(nodes.map(read))).map((node) => [node.orgCode, node.orgType])

    test('a new node gets the next code below its parent, whatever the client sends', async () => {
      const top = await add('编码')
      const answer = await app.call<WorldRow>('POST', `${base}/add`, {
        as: admin,
        body: { departName: '一', orgCategory: '2', parentId: top.id, orgCode: 'Z99', orgType: '9' },
      })
      expect(answer.body.result).toMatchObject({ orgCode: `${top.orgCode}A01`, orgType: '2' })
      expect((await add('二', top)).orgCode).toBe(`${top.orgCode}A02`)
    })

    test('nodes added by many at once get different codes', async () => {
      const top = await add('并发')
      const made = await Promise.all(Array.from({ length: 12 }, (_, n) => add(`并发${n}`, top)))
      const expected = made.map((_, n) => `${top.orgCode}A${String(n + 1).padStart(2, '0')}`)
      expect(made.map((node) => node.orgCode).sort()).toEqual(expected)
    })

    test('a moved node takes its subtree along, each row with an audit entry', async () => {
      const from = await add('旧')
      const to = await add('新')
      await add('新下', to)
      const node = await add('移动', from)
      const below = await add('移动下', node)
      const last = await add('移动下下', below)
      const stays = await add('不动', from)
      const moved = await move(node, to)
      expect(moved.body.result).toMatchObject({ orgCode: `${to.orgCode}A02`, orgType: '2' })
      expect(await codes(node, below, last, stays)).toEqual([
        [`${to.orgCode}A02`, '2'],
        [`${to.orgCode}A02A01`, '3'],
        [`${to.orgCode}A02A01A01`, '4'],
        [`${from.orgCode}A02`, '2'],
      ])
      expect((await auditOf(app, last.id)).map(({ operation, version }) => [operation, version])).toEqual([
        ['add', 1],
        ['edit', 2],
      ])
      await move(below, from)
      expect(await codes(below, last)).toEqual([
        [`${from.orgCode}A03`, '2'],
        [`${from.orgCode}A03A01`, '3'],
      ])
    })

    test('a node moved to the top becomes a root', async () => {
      const node = await add('升级下', await add('升级'))
      const below = await add('升级下下', node)
      const answer = await app.call<WorldRow>('PUT', `${base}/edit`, { as: admin, body: { id: node.id, parentId: '' } })
      expect(answer.body.result.orgType).toBe('1')
      expect(String((await read(below)).orgCode)).toBe(`${String(answer.body.result.orgCode)}A01`)
    })

    test('nodes moved by many at once below one node get different codes', async () => {
      const to = await add('目标')
      const nodes = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => add(`移入${n}`)))
      const answers = await Promise.all([...nodes.map((node) => move(node, to)), add('新建', to)])
      expect(answers).toHaveLength(7)
      const all = await app.call<{ records: WorldRow[] }>('GET', `${base}/list`, {
        as: admin,
        query: { pageSize: 1000, orgCode: `${to.orgCode}A*` },
      })
      expect(all.body.result.records.map((row) => row.orgCode).sort()).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `${to.orgCode}A0${n}`))
    })

    test('people who work in a moved department still belong to it', async () => {
      const from = await add('原属')
      const node = await add('人员部门', from)
      const person = await aPerson(app, admin, '2')
      await app.call('PUT', '/sys/user/edit', { as: admin, body: { id: person.id, selecteddeparts: node.id } })
      const as = await app.signIn(person.username, '2', password)
      const mine = async () => (await app.call<{ orgCode: string }>('GET', '/sys/user/getCurrentUserDeparts', { as })).body.result.orgCode
      expect(await mine()).toBe(node.orgCode)
      await move(node, await add('新属'))
      expect(await mine()).toBe((await read(node)).orgCode)
      expect(await mine()).not.toBe(node.orgCode)
    })
  })
})
