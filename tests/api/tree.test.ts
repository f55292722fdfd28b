import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { addRow, type Row } from './world.ts'

const base = '/sys/sysDepart'

onBothDatabases('a tree', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  const add = (departName: string, parent?: Row): Promise<Row> =>
    addRow(app, base, { as: admin, body: { departName, orgCategory: '2', ...(parent ? { parentId: parent.id } : {}) } })
  const move = (node: Row, to: Row) => app.call<Row>('PUT', `${base}/edit`, { as: admin, body: { id: node.id, parentId: to.id } })

  describe('moved', () => {
    test('a node does not go below itself', async () => {
      const top = await add('上')
      const below = await add('下', top)
      const answer = await move(top, below)
      expect(answer.status).toBe(422)
      expect(answer.body.details).toEqual({ parentId: '不能把节点移动到自己或自己的下级之下！' })
      expect((await move(top, top)).status).toBe(422)
    })

    test('by two people at once, below each other’s children, it stays a tree', async () => {
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
})
