import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { addRow, aPerson } from '../../../api/world.ts'

onBothDatabases('positions', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  test('one page has as many positions as a form asks for, and a code finds one of them', async () => {
    const professor = await addRow(app, '/sys/position', { as: admin, body: { code: 'prof', name: '教授', postRank: '5' } })
    for (let n = 0; n < 12; n++) await addRow(app, '/sys/position', { as: admin, body: { code: `post-${n}`, name: `职务 ${n}` } })
    const page = await app.call<{ size: number; records: unknown[] }>('GET', '/sys/position/list', {
      as: admin,
      query: { pageSize: '99999' },
    })
    expect(page.body.result).toMatchObject({ size: 99999, total: 13 })
    expect(page.body.result.records).toHaveLength(13)
    const find = (code: string) => app.call('GET', '/sys/position/queryByCode', { as: admin, query: { code } })
    expect((await find('prof')).body).toMatchObject({ success: true, result: { id: professor.id, code: 'prof', name: '教授' } })
    expect((await find('nobody')).body).toMatchObject({ success: false, code: 500, message: '未找到对应实体' })
  })

  test('a code is taken once, has no comma, and stays', async () => {
    const row = await addRow(app, '/sys/position', { as: admin, body: { code: 'dean', name: '院长' } })
    const add = (code: string) => app.call('POST', '/sys/position/add', { as: admin, body: { code, name: '副院长' } })
    expect((await add('dean')).body).toMatchObject({ code: 422, details: { code: '职务编码已存在!' } })
    expect((await add('a,b')).body).toMatchObject({ code: 422, details: { code: '职务编码只能由字母、数字、- 和 _ 组成!' } })
    await app.call('PUT', '/sys/position/edit', { as: admin, body: { id: row.id, code: 'other', name: '校长' } })
    const found = await app.call('GET', '/sys/position/queryById', { as: admin, query: { id: row.id } })
    expect(found.body.result).toMatchObject({ code: 'dean', name: '校长' })
  })

  test('an account names positions by their codes, and shows their names', async () => {
    for (const [code, name] of [
      ['assistant-prof', '助理教授'],
      ['chair', '系主任'],
    ] as const)
      await addRow(app, '/sys/position', { as: admin, body: { code, name } })
    const { id } = await aPerson(app, admin, '2')
    const edit = (post: string) => app.call('PUT', '/sys/user/edit', { as: admin, body: { id, post } })
    expect((await edit('nobody')).body).toMatchObject({ code: 422, details: { post: '所选职务不存在' } })
    expect((await edit('chair,assistant-prof')).body.success).toBe(true)
    const found = await app.call('GET', '/sys/user/queryById', { as: admin, query: { id } })
    expect(found.body.result).toMatchObject({ post: 'chair,assistant-prof', post_dictText: '系主任,助理教授' })
    const listed = await app.call<{ records: unknown[] }>('GET', '/sys/user/list', { as: admin, query: { id, post: ',chair,' } })
    expect(listed.body.result.records).toHaveLength(1)
  })

  test('choices of positions hold the code when a form asks for it, and no other field', async () => {
    await addRow(app, '/sys/position', { as: admin, body: { code: 'engineer', name: '工程师' } })
    const ask = async (query: Record<string, string>) =>
      (await app.call('GET', '/sys/position/options', { as: admin, query: { keyword: '工程师', ...query } })).body.result
    expect(await ask({ by: 'code' })).toMatchObject([{ value: 'engineer', label: '工程师' }])
    expect(await ask({ by: 'code', ids: 'engineer,other' })).toMatchObject([{ value: 'engineer' }])
    const [plain] = (await ask({ by: 'createBy' })) as { value: string }[]
    expect(plain?.value).toMatch(/^\d{10,}$/)
  })
})
