import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'

/** An object whose text is not for us to ask for. */
const mute = { toString: 'x' }

onBothDatabases('values that no form sends', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  test('an object in the place of an id is no id', async () => {
    const edit = await app.call('PUT', '/sys/sysDepart/edit', { as: admin, body: { id: mute, departName: '甲' } })
    expect([edit.status, Object.keys(edit.body.details ?? {})]).toEqual([422, ['id']])
    const commit = await app.call('POST', '/inspect/bhFacility/importCommit', { as: admin, body: { job: mute } })
    expect([commit.status < 500, commit.body.success]).toEqual([true, false])
  })

  test('an object in the place of a list is refused at its field', async () => {
    const body = { departName: '甲', orgCategory: '1', directorUserIds: mute }
    const add = await app.call('POST', '/sys/sysDepart/add', { as: admin, body })
    expect([add.status, Object.keys(add.body.details ?? {})]).toEqual([422, ['directorUserIds']])
  })

  test('an object in the place of the value before differs from every value, instead of failing', async () => {
    const [depart] = (await app.call<{ records: { id: string }[] }>('GET', '/sys/sysDepart/list', { as: admin })).body.result.records
    const body = { id: depart?.id, version: 0, _base: { memo: mute }, memo: '新' }
    expect((await app.call('PUT', '/sys/sysDepart/edit', { as: admin, body })).status).toBeLessThan(500)
  })

  test('choices are never more than their limit, whatever page size is asked for', async () => {
    for (const pageSize of ['-1', '0', '99999', 'x']) {
      const answer = await app.call<unknown[]>('GET', '/sys/dictItem/options', { as: admin, query: { pageSize } })
      expect(answer.body.success).toBe(true)
      expect(answer.body.result.length).toBeLessThanOrEqual(200)
    }
  })
})
