import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../engine/server/index.ts'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import type { WorldRow } from './world.ts'

const ROWS = 1005

interface Page {
  readonly records: WorldRow[]
  readonly total: number
}

onBothDatabases('a bin with more rows than a page may have', (database) => {
  let app: TestApp
  let admin: string
  const bin = '/sys/dict/deleteList'
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    const { engine } = app.app
    const actor: Actor = { id: 'x', username: 'admin', realname: '', role: '1', orgCode: '', permissions: new Set() }
    const rows = Array.from({ length: ROWS }, (_, n) => ({ dictName: `字典${n}`, dictCode: `code_${n}` }))
    const added = await engine.write({ entity: 'dictionary', operation: 'add', rows, actor })
    await engine.write({ entity: 'dictionary', operation: 'delete', rows: added.map(({ id }) => ({ id })), actor })
  })
  afterAll(() => app.close())

  test('is answered as a whole if no page is requested', async () => {
    const { body } = await app.call<WorldRow[]>('GET', bin, { as: admin })
    expect(new Set(body.result.map((row) => row.id)).size).toBe(ROWS)
  })

  test('is answered page by page on request, and can be searched', async () => {
    const ask = async (query: Record<string, string | number>) => (await app.call<Page>('GET', bin, { as: admin, query })).body.result
    expect(await ask({ pageNo: 1, pageSize: 10 })).toMatchObject({ total: ROWS, records: { length: 10 } })
    expect(await ask({ pageNo: 101, pageSize: 10 })).toMatchObject({ total: ROWS, records: { length: 5 } })
    const superQueryParams = JSON.stringify([
      { field: 'dictName', rule: 'like', val: '字典1004' },
      { field: 'dictCode', rule: 'like', val: 'e_77' },
    ])
    expect((await ask({ pageNo: 1, pageSize: 100, superQueryParams, superQueryMatchType: 'or' })).total).toBe(12)
  })

  test('is hidden from everybody else', async () => {
    const teacher = await app.signIn('admin', '2')
    for (const path of [bin, `${bin}?pageNo=1`]) expect((await app.call('GET', path, { as: teacher })).body.code).toBe(510)
  })
})
