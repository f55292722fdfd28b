import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminPassword, testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

interface Line {
  readonly logContent: string
  readonly userid: string
  readonly username: string
  readonly operateType: string
  readonly operateType_dictText: string
  readonly method: string
  readonly requestParam: string | null
  readonly createTime: string
  readonly costTime: number | null
}

onBothDatabases('the log page', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  const lines = async (query: Record<string, string | number>) =>
    (await app.call<{ records: Line[]; total: number }>('GET', '/sys/log/list', { as: admin, query })).body.result
  const line = async (method: string): Promise<Line> => {
    const find = async () => (await lines({ logType: 2, method })).records[0]
    await expect.poll(find, { timeout: 5000 }).toBeTruthy()
    const found = await find()
    if (!found) throw new Error(`no line of ${method}`)
    return found
  }

  test('a write call is a line with its kind, its person and what was sent', async () => {
    await app.call('POST', '/sys/position/add', { as: admin, body: { code: 'log-1', name: '日志员', postRank: '1' } })
    const one = await line('POST /api/sys/position/add')
    expect(one).toMatchObject({ userid: 'admin', username: '管理员', operateType: '2', operateType_dictText: '添加' })
    expect(one.requestParam).toContain('日志员')
    const day = one.createTime.slice(0, 10)
    expect((await lines({ logType: 2, createTime_begin: day, createTime_end: day })).total).toBeGreaterThan(0)
    expect((await lines({ logType: 2, createTime_begin: '2999-01-01' })).total).toBe(0)
    expect((await lines({ logType: 2, keyWord: '职务' })).records.map(({ method }) => method)).toContain(one.method)
    expect((await lines({ keyWord: '100%_' })).total).toBe(0)
    expect((await lines({ logType: 2, logContent: '*职务*' })).records.map(({ method }) => method)).toContain(one.method)
  })

  test('an upload adds something, so it is a line of that kind', async () => {
    const body = new FormData()
    body.append('file', new Blob(['一行']), '说明.txt')
    expect((await app.call('POST', '/sys/oss/file/upload', { as: admin, body })).body.success).toBe(true)
    expect((await line('POST /api/sys/oss/file/upload')).operateType_dictText).toBe('添加')
  })

  test('a text of nothing but beginnings of secrets holds nobody up', async () => {
    const began = performance.now()
    await app.call('PUT', '/sys/dict/edit', { as: admin, body: { id: 'nowhere', dictName: `${':thin:'.repeat(40_000)}=` } })
    await app.call('GET', '/sys/log/list', { as: admin, query: { pageSize: 1 } })
    expect(performance.now() - began).toBeLessThan(2_000)
  })

  test('what belongs to no entity stands in the log in words, too', async () => {
    await app.call('PUT', '/sys/selectRole', { as: admin, body: { username: 'admin', roleCode: '1' } })
    expect((await line('PUT /api/sys/selectRole')).logContent).toBe('选择角色')
    await app.call('PUT', '/sys/user/settings', { as: admin, body: {} })
    expect((await line('PUT /api/sys/user/settings')).logContent).toMatch(/^修改个人偏好/)
  })

  test('a word is found in whatever case it is written, and its signs stand for themselves, as by any other filter', async () => {
    const row = { log_type: 2, userid: 'admin', create_time: '2026-01-01 00:00:00' }
    await app.app.engine.db.write((tx) =>
      tx
        .insertInto('sys_log')
        .values([
          { id: 'case-1', log_content: 'Backup DONE at 5%', ...row },
          { id: 'case-2', log_content: 'Backup done at 50', ...row },
        ])
        .execute(),
    )
    const found = async (keyWord: string) => (await lines({ keyWord })).records.map(({ logContent }) => logContent).toSorted()
    expect(await found('backup Done')).toEqual(['Backup DONE at 5%', 'Backup done at 50'])
    expect(await found('AT 5%')).toEqual(['Backup DONE at 5%'])
  })

  test('a word of more than 200 signs is refused with the sentence of any other filter', async () => {
    const long = await app.call('GET', '/sys/log/list', { as: admin, query: { keyWord: '长'.repeat(201) } })
    expect(long.body.details).toEqual({ keyWord: '模糊查询的内容最多200个字，请缩短后重试' })
  })

  test('the total counts each line, although the lines come beside the writes that they are about', async () => {
    const path = '/sys/position/edit'
    const total = async () => (await lines({ method: `PUT /api${path}`, pageSize: 1 })).total
    for (let count = 1; count <= 3; count++) {
      await app.call('PUT', path, { as: admin, body: { id: 'nowhere', name: 'x' } })
      await expect.poll(total, { timeout: 5000 }).toBe(count)
    }
  })

  test('a refused write is noted as such, a reading call not at all, an export is', async () => {
    await app.call('POST', '/sys/position/edit', { as: admin, body: { id: 'nowhere', name: 'x' } })
    expect((await line('POST /api/sys/position/edit')).logContent).toContain('（未成功）')
    await app.call('GET', '/sys/position/exportXls', { as: admin })
    expect((await line('GET /api/sys/position/exportXls')).operateType_dictText).toBe('导出')
    expect((await lines({ method: '*list*' })).total).toBe(0)
  })

  test('a password is in no line, whatever the call is named', async () => {
    const secret = 'Geheim-12345'
    const account = { username: 'log-secret', realname: '秘密', password: secret, confirmpassword: secret, phone: '13900001111' }
    await app.call('POST', '/sys/user/add', { as: admin, body: account })
    expect((await line('POST /api/sys/user/add')).requestParam).toContain('***')
    const both = { oldpassword: adminPassword, password: secret, confirmpassword: secret, username: 'admin' }
    await app.call('PUT', '/sys/user/updatePassword', { as: admin, body: { ...both, oldpassword: secret } })
    await app.call('PUT', '/sys/position/edit', {
      as: admin,
      query: { token: secret },
      body: { name: JSON.stringify({ password: secret }) },
    })
    await line('PUT /api/sys/position/edit')
    const { records } = await lines({ pageSize: 1000 })
    expect(JSON.stringify(records)).not.toMatch(/Geheim/)
  })

  test('a sign-in is a line of the other kind, and the page may be exported but not changed', async () => {
    await app.call('POST', '/sys/login', { body: { username: 'admin', password: 'wrong-Geheim', captcha: '', checkKey: '' } })
    const { records } = await lines({ logType: 1 })
    expect(records[0]).toMatchObject({ userid: 'admin', username: '管理员' })
    // Comparing a password takes that long at least.
    expect(records[0]?.costTime).toBeGreaterThan(5)
    expect(JSON.stringify(records)).not.toContain('wrong-Geheim')
    expect((await app.call('GET', '/sys/log/exportXls', { as: admin, query: { logType: 1 } })).raw.subarray(0, 2).toString()).toBe('PK')
    expect((await app.call('DELETE', '/sys/log/deleteBatch', { as: admin, query: { ids: 'allclear' } })).status).toBe(404)
  })

  test('of more than ten thousand lines the total stops there, so that a page costs no more among a million', async () => {
    const numbers = (from: number) =>
      Array.from({ length: 101 }, (_, n) => ({
        id: `many-${from + n}`,
        log_type: 1,
        log_content: '多',
        create_time: '2020-01-01 00:00:00',
      }))
    for (let from = 0; from < 100 * 101; from += 101)
      await app.app.engine.db.write((tx) => tx.insertInto('sys_log').values(numbers(from)).execute())
    const query = { logType: 1, pageSize: 1 }
    expect(await lines(query)).toMatchObject({ total: 10_000, more: true })
    expect((await lines({ ...query, exactTotal: 1 })).total).toBeGreaterThanOrEqual(100 * 101)
  })
})
