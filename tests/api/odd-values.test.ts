import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'

/** An object that cannot be converted to a text. */
const mute = { toString: 'x' }

onBothDatabases('values that no form sends', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  test('an object is refused as an id', async () => {
    const edit = await app.call('PUT', '/sys/sysDepart/edit', { as: admin, body: { id: mute, departName: '甲' } })
    expect([edit.status, Object.keys(edit.body.details ?? {})]).toEqual([422, ['id']])
    const commit = await app.call('POST', '/inspect/bhFacility/importCommit', { as: admin, body: { job: mute } })
    expect([commit.status < 500, commit.body.success]).toEqual([true, false])
  })

  test('an object instead of a list is refused at its field', async () => {
    const body = { departName: '甲', orgCategory: '1', directorUserIds: mute }
    const add = await app.call('POST', '/sys/sysDepart/add', { as: admin, body })
    expect([add.status, Object.keys(add.body.details ?? {})]).toEqual([422, ['directorUserIds']])
  })

  test('a version that is not a number is refused, not ignored', async () => {
    const [depart] = (await app.call<{ records: { id: string }[] }>('GET', '/sys/sysDepart/list', { as: admin })).body.result.records
    const answer = await app.call('PUT', '/sys/sysDepart/edit', { as: admin, body: { id: depart?.id, version: "1'--", memo: '新' } })
    expect([answer.status, answer.body.details]).toEqual([422, { version: '版本号不正确，请刷新后再试' }])
  })

  test('a page size that is not a whole number falls back to the default', async () => {
    for (const pageSize of ['1e6', '1.5', '-5', 'abc']) {
      const answer = await app.call<{ size: number }>('GET', '/sys/user/list', { as: admin, query: { pageSize } })
      expect([pageSize, answer.body.result.size]).toEqual([pageSize, 10])
    }
  })

  test('addresses that are unreadable, lead out of the folder or are too long answer 404', async () => {
    for (const url of [
      '/api/%zz',
      '/../../etc/passwd',
      '/%2e%2e/package.json',
      '/assets/%00',
      '/assets/%5c..%5c..',
      `/api/sys/dict/getDictItems/${'a'.repeat(600)}`,
    ]) {
      const answer = await app.app.inject({ method: 'GET', url, headers: { 'x-access-token': admin } })
      const page = answer.headers['content-type']?.includes('html')
      expect([url, page ? 200 : 404]).toEqual([url, answer.statusCode])
      if (!page && url.startsWith('/api'))
        expect(answer.json()).toMatchObject({ success: false, code: 404, message: '路径不存在，请检查路径是否正确' })
    }
  })

  test('a value of a dictionary contains no comma, because lists are separated by commas', async () => {
    const dictionary = (
      await app.call<{ id: string }>('POST', '/sys/dict/add', { as: admin, body: { dictName: '甲', dictCode: 'odd_values' } })
    ).body.result
    for (const itemValue of ['a,b', ',', '1,']) {
      const answer = await app.call('POST', '/sys/dictItem/add', { as: admin, body: { dictId: dictionary.id, itemText: '乙', itemValue } })
      expect([itemValue, answer.body.details]).toEqual([itemValue, { itemValue: '数据值不能包含特殊字符！' }])
    }
  })

  test('an object as the previous value differs from every value, and causes no error', async () => {
    const [depart] = (await app.call<{ records: { id: string }[] }>('GET', '/sys/sysDepart/list', { as: admin })).body.result.records
    const body = { id: depart?.id, version: 0, _base: { memo: mute }, memo: '新' }
    expect((await app.call('PUT', '/sys/sysDepart/edit', { as: admin, body })).status).toBeLessThan(500)
  })

  test('an object as a filter value is refused', async () => {
    for (const val of [[mute], mute, [[mute]]]) {
      const superQueryParams = JSON.stringify([{ field: 'realname', rule: 'in', val }])
      const answer = await app.call('GET', '/sys/user/list', { as: admin, query: { superQueryParams } })
      expect([answer.status, answer.body.message]).toEqual([422, '高级查询条件格式不正确'])
    }
  })

  describe('texts to search for within others', () => {
    const words = (count: number) => `,${Array.from({ length: count }, (_, n) => `q${n}`).join()},`
    const rules = (count: number, rule = 'like') =>
      JSON.stringify(Array.from({ length: count }, (_, n) => ({ field: 'realname', rule, val: `q${n}` })))
    const list = (query: Record<string, string>) => app.call('GET', '/sys/user/list', { as: admin, query })
    const tooMany = '一次最多按20个模糊条件筛选，请减少后重试'
    const tooLong = '模糊查询的内容最多200个字，请缩短后重试'

    test('may be at most twenty in a request, all filters and the advanced query together', async () => {
      const refused: Record<string, string>[] = [
        { realname: words(21) },
        { realname: words(990) },
        { realname: words(15), phone: words(6) },
        { realname: '*a', phone: 'a*', username: words(19) },
        { superQueryParams: rules(21) },
        { superQueryParams: rules(21, 'right_like') },
        { superQueryParams: rules(15, 'LEFT_LIKE'), username: words(6) },
      ]
      for (const query of refused) {
        const answer = await list(query)
        expect([answer.status, answer.body.details]).toEqual([422, { [Object.keys(query).at(-1) ?? '']: tooMany }])
      }
      const answered: Record<string, string>[] = [
        { realname: words(20) },
        { realname: words(10), superQueryParams: rules(10), username: 'a,b,c' },
      ]
      for (const query of answered) expect((await list(query)).status).toBe(200)
      const options = { itemText: words(20), keyword: '一' }
      const answer = await app.call('GET', '/sys/dictItem/options', { as: admin, query: options })
      expect([answer.status, answer.body.details]).toEqual([422, { keyword: tooMany }])
    })

    test('may have at most two hundred characters of any kind', async () => {
      const sent = (body: Record<string, string>) => app.call('POST', '/sys/user/exportXls', { as: admin, body })
      for (const long of ['*'.repeat(50_000), `*${'%'.repeat(201)}*`, `,${'长'.repeat(201)},`])
        expect([(await sent({ realname: long })).status, (await sent({ realname: long })).body.details]).toEqual([
          422,
          { realname: tooLong },
        ])
      const superQueryParams = JSON.stringify([{ field: 'realname', rule: 'like', val: '*'.repeat(60_000) }])
      expect((await sent({ superQueryParams })).body.details).toEqual({ superQueryParams: tooLong })
      const keyword = '长'.repeat(201)
      expect((await app.call('GET', '/sys/dictItem/options', { as: admin, query: { keyword } })).body.details).toEqual({ keyword: tooLong })
      expect((await sent({ realname: `*${'%'.repeat(200)}*` })).status).toBe(200)
    })
  })

  describe('too many values for one statement', () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => n).join()
    const rules = (count: number) =>
      JSON.stringify(Array.from({ length: count }, () => ({ field: 'realname', rule: 'in', val: many(600) })))
    const sentence = '一次最多按1000个值筛选，请减少后重试'

    test('are limited to as many as a filter takes', async () => {
      for (const realname of [many(1000), `,${many(20)},`, `${many(999)},管理员`]) {
        const list = await app.call<{ total: number }>('POST', '/sys/user/exportXls', { as: admin, body: { realname } })
        expect(list.status).toBe(200)
      }
      const query = { realname: `,${'a,'.repeat(990)}管理,`, username: `,${'a,'.repeat(5)}adm,` }
      const { body } = await app.call<{ total: number }>('GET', '/sys/user/list', { as: admin, query })
      expect(body.result.total).toBe(1)
    })

    test('are refused at their field, in a filter of any form', async () => {
      for (const body of [
        { realname: `,${'a,'.repeat(1500)}` },
        { realname: many(70_000) },
        { realname_MultiString: many(70_000) },
        { selectedroles: many(70_000) },
        { id: many(70_000) },
        { username: many(900), realname: many(900) },
        { username: 'a', superQueryParams: rules(40) },
      ]) {
        const answer = await app.call('POST', '/sys/user/exportXls', { as: admin, body })
        expect([answer.status, answer.body.details]).toEqual([422, { [Object.keys(body).at(-1) ?? '']: sentence }])
      }
      const query = { realname: `,${'a,'.repeat(1500)}` }
      expect((await app.call('GET', '/sys/user/list', { as: admin, query })).body.details).toEqual({ realname: sentence })
    })

    test('are refused in a choice, both as its ids and as its filters', async () => {
      for (const name of ['ids', 'itemText']) {
        const answer = await app.call('GET', '/sys/dictItem/options', { as: admin, query: { [name]: many(1500) } })
        expect(answer.body.details).toEqual({ [name]: sentence })
      }
    })

    test('count as one value if the same key is sent many times', async () => {
      const selections = Array<string>(40_000).fill('a').join()
      expect((await app.call('POST', '/sys/user/exportXls', { as: admin, body: { selections } })).status).toBe(200)
    })
  })

  test('deleting nothing is refused', async () => {
    for (const ids of ['', ',', ' '])
      expect((await app.call('DELETE', '/sys/dict/deleteBatch', { as: admin, query: { ids } })).body, ids).toMatchObject({ success: false })
    expect((await app.call('DELETE', '/sys/dict/deleteBatch', { as: admin })).body.message).toBe('参数不识别！')
  })

  test('choices never exceed their limit, whatever page size is requested', async () => {
    const rows = Array.from({ length: 210 }, (_, n) => ({ semesterName: `选项${n}`, beginDate: '2026-09-01', endDate: '2027-01-20' }))
    const actor = { id: '', username: 'test', realname: '', role: '1', orgCode: '', permissions: new Set<string>() }
    await app.app.engine.write({ entity: 'semester', operation: 'add', rows, actor })
    const semesters = await app.call<unknown[]>('GET', '/inspect/bhSemester/options', { as: admin, query: { pageSize: '99999' } })
    expect(semesters.body.result).toHaveLength(200)
    for (const pageSize of ['-1', '0', '99999', 'x']) {
      const answer = await app.call<unknown[]>('GET', '/sys/dictItem/options', { as: admin, query: { pageSize } })
      expect(answer.body.success).toBe(true)
      expect(answer.body.result.length).toBeLessThanOrEqual(200)
    }
  })
})
