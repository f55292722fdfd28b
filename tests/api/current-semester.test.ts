import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { aSemester } from './teaching-world.ts'
import type { WorldRow } from './world.ts'
import { expectNone } from '../support/expect-none.ts'

onBothDatabases('the current semester', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  test('is only one, even if several people set it at once', async () => {
    const semesters = await Promise.all([1, 2, 3, 4, 5].map((n) => aSemester(app, admin, `学期${n}`)))
    const make = ({ id }: WorldRow) => app.call('PUT', '/inspect/bhSemester/edit', { as: admin, body: { id, isCurrent: 1 } })
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all(semesters.map(make))
      expectNone(answers.filter(({ body }) => !body.success).map(({ body }) => body.message))
      const list = await app.call<{ total: number }>('GET', '/inspect/bhSemester/list', { as: admin, query: { isCurrent: 1 } })
      expect(list.body.result.total).toBe(1)
    }
  })
})
