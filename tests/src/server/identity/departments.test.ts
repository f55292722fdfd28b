import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { addRow, aPerson, expectNotFound, type WorldRow } from '../../../api/world.ts'
import { aHolder, limitRole } from './granted.ts'

const base = '/sys/sysDepart'
type Node = WorldRow & { readonly key: string; readonly title: string; readonly isLeaf: boolean; readonly children?: readonly Node[] }

onBothDatabases('departments', (database) => {
  let app: TestApp
  let admin: string
  let college: WorldRow
  let optics: WorldRow
  let lasers: WorldRow
  let mechanics: WorldRow
  const add = (departName: string, parent?: WorldRow, orgCategory = '2'): Promise<WorldRow> =>
    addRow(app, base, { as: admin, body: { departName, orgCategory, ...(parent ? { parentId: parent.id } : {}) } })
  const ask = <Result>(path: string, query: Record<string, string> = {}, as = admin) =>
    app.call<Result>('GET', `${base}/${path}`, { as, query })
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    college = await add('物理学院', undefined, '1')
    optics = await add('光学中心', college)
    lasers = await add('激光实验室', optics)
    mechanics = await add('力学中心', college)
  })
  afterAll(() => app.close())

  /** A teacher in charge of the optics centre. */
  async function opticsManager() {
    const person = await aPerson(app, admin, '2')
    await app.call('PUT', '/sys/user/edit', { as: admin, body: { id: person.id, userIdentity: 2, departIds: optics.id } })
    return person
  }

  describe('read as a tree', () => {
    const named = (nodes: readonly Node[] = []): unknown[] => nodes.map(({ title, children }) => [title, ...named(children)])

    test('by the names that other front ends use: whole, one level, or names alone', async () => {
      const whole = (await ask<Node[]>('queryTreeList')).body.result
      expect(named(whole.filter((node) => node.key === college.id))).toEqual([['物理学院', ['光学中心', ['激光实验室']], ['力学中心']]])
      expect(whole.find((node) => node.key === college.id)).toMatchObject({ value: college.id, orgCode: college.orgCode, isLeaf: false })
      const names = (await ask<Node[]>('queryIdTree')).body.result.find((node) => node.key === college.id)
      expect(Object.keys(names ?? {}).sort()).toEqual(['children', 'key', 'title', 'value'])
      expect(names?.children?.[1]).toEqual({ key: mechanics.id, value: mechanics.id, title: '力学中心', children: [] })
      const level = async (pid?: string) =>
        (await ask<Node[]>('queryDepartTreeSync', pid === undefined ? {} : { pid })).body.result.map((node) => [node.title, node.isLeaf])
      expect(await level(college.id)).toEqual([
        ['光学中心', false],
        ['力学中心', true],
      ])
      expect(await level(lasers.id)).toEqual([])
      expect(await level()).toContainEqual(['物理学院', false])
      expect(await level('')).toEqual(await level())
    })

    test('a search in the tree names what stands above each node', async () => {
      const found = (await ask<(Node & { above: string[] })[]>('tree', { keyWord: '激光' })).body.result
      expect(found.map(({ title, above }) => [title, above])).toEqual([['激光实验室', ['物理学院', '光学中心']]])
    })
  })

  describe('the managed ones', () => {
    test('are a tree and the identity 2 for their manager, and the identity 1 without a tree for everyone else', async () => {
      const { token } = await opticsManager()
      const mine = (await ask<Node[]>('queryMyDeptTreeList', {}, token)).body
      expect(mine).toMatchObject({ success: true, message: '2', result: [{ title: '光学中心', children: [{ title: '激光实验室' }] }] })
      const other = await aPerson(app, admin, '2')
      expect((await ask('queryMyDeptTreeList', {}, other.token)).body).toMatchObject({ success: true, message: '1', result: null })
    })

    test('are all that their manager finds', async () => {
      const { token } = await opticsManager()
      const found = (await ask<Node[]>('searchBy', { keyWord: '中心', myDeptSearch: '1' }, token)).body.result
      expect(found.map(({ key, title }) => [key, title])).toEqual([[optics.id, '光学中心']])
      expect((await ask<Node[]>('searchBy', { keyWord: '中心' }, token)).body.result.map(({ title }) => title)).toEqual(['光学中心'])
      expect((await ask<Node[]>('searchBy', { keyWord: '中心' })).body.result.map(({ title }) => title)).toEqual(['光学中心', '力学中心'])
      const nothing = (await ask('searchBy', { keyWord: '化学', myDeptSearch: '1' }, token)).body
      expect(nothing).toMatchObject({ success: false, message: '未查询匹配数据！' })
    })
  })

  test('are looked up flat, by code, by what is above them, and by who belongs to them', async () => {
    const all = (await ask<WorldRow[]>('listAll')).body.result.map((row) => String(row.orgCode))
    expect(all).toEqual([...all].sort())
    expect((await ask<WorldRow[]>('listAll', { id: `${lasers.id},${optics.id}` })).body.result.map((row) => row.id)).toEqual([
      optics.id,
      lasers.id,
    ])
    expect((await ask('getDepartName', { orgCode: String(lasers.orgCode) })).body.result).toMatchObject({ departName: '激光实验室' })
    expectNotFound(await ask('getDepartName', { orgCode: 'Z98' }))
    expect((await ask('getDepartName')).body).toMatchObject({ code: 422, message: '请输入机构编码!' })
    const above = { parentIds: [college.id, optics.id, lasers.id], parentMap: { [optics.id]: { departName: '光学中心' } } }
    expect((await ask('queryAllParentId', { departId: lasers.id })).body.result).toMatchObject({ [lasers.id]: above })
    const code = String(lasers.orgCode)
    expect((await ask('queryAllParentId', { orgCode: code })).body.result).toMatchObject({ [code]: above })
    expect((await ask('queryAllParentId')).body.success).toBe(false)
    const person = await aPerson(app, admin, '2')
    await app.call('PUT', '/sys/user/edit', { as: admin, body: { id: person.id, selecteddeparts: lasers.id } })
    expect((await ask<WorldRow[]>('getUsersByDepartId', { id: lasers.id })).body.result.map((row) => row.id)).toEqual([person.id])
    expect((await ask<WorldRow[]>('getUsersByDepartId', { id: optics.id })).body.result).toEqual([])
  })

  test('a word finds departments with all below them, and people', async () => {
    const person = await aPerson(app, admin, '2')
    const find = async (keyWord: string, as = admin) =>
      (await ask<{ departList: Node[]; userList: WorldRow[] }>('queryTreeByKeyWord', { keyWord }, as)).body.result
    const optical = await find('光学中心')
    expect(optical.departList.map((node) => [node.title, node.children?.map(({ title }) => title)])).toEqual([['光学中心', ['激光实验室']]])
    expect((await find('激光')).departList.map(({ title }) => title)).toEqual(['激光实验室'])
    expect((await find(person.realname)).userList).toContainEqual({ id: person.id, username: person.username, realname: person.realname })
    const all = await find('')
    expect([all.departList.some(({ key }) => key === college.id), all.userList]).toEqual([true, []])
    const clerk = await aHolder(app, admin, { code: 'departments', codes: ['identity:department:view'] })
    expect(await find(person.realname, clerk.token)).toEqual({ departList: [], userList: [] })
  })

  test('the button for synchronising says that nothing is connected', async () => {
    const answer = await app.call('POST', `${base}/doSyncDepart`, { as: admin, body: {} })
    expect(answer.body).toMatchObject({ success: false, message: '未配置第三方部门同步，没有同步任何部门！' })
  })

  test('a company stays a company, and nothing becomes one', async () => {
    const edit = (row: WorldRow, orgCategory: string) => app.call('PUT', `${base}/edit`, { as: admin, body: { id: row.id, orgCategory } })
    expect((await edit(college, '2')).body).toMatchObject({ code: 422, details: { orgCategory: '公司的机构类型不能修改！' } })
    expect((await edit(optics, '1')).body).toMatchObject({ code: 422, details: { orgCategory: '部门和岗位不能改为公司！' } })
    expect((await edit(optics, '3')).body.message).toBe('保存成功!')
  })

  test('a new department is a company at the top and no company below one, also when its kind is not given', async () => {
    const added = (body: object) =>
      app.call<WorldRow & { orgCategory: string }>('POST', `${base}/add`, { as: admin, body: { departName: '新设', ...body } })
    const refusals = [
      [await added({ orgCategory: '2' }), '最上级的机构类型只能是公司！'],
      [await added({ orgCategory: '3' }), '最上级的机构类型只能是公司！'],
      [await added({ orgCategory: '1', parentId: college.id }), '下级的机构类型只能是部门或岗位！'],
    ] as const
    for (const [{ body }, orgCategory] of refusals)
      expect(body).toMatchObject({ code: 422, message: orgCategory, details: { orgCategory } })
    expect((await added({})).body.result.orgCategory).toBe('1')
    expect((await added({ parentId: college.id })).body.result.orgCategory).toBe('2')
    expect((await added({ departName: '岗位', parentId: college.id, orgCategory: '3' })).body.result.orgCategory).toBe('3')
  })

  test('what a company below another is, and whoever moves it, it stays one', async () => {
    const company = await add('分校', undefined, '1')
    const moved = await app.call('PUT', `${base}/edit`, { as: admin, body: { id: company.id, parentId: college.id, orgCategory: '1' } })
    expect(moved.body.message).toBe('保存成功!')
  })

  test('are moved by whoever is no administrator among those in their charge, and to no other place', async () => {
    const codes = ['view', 'add', 'edit'].map((verb) => `identity:department:${verb}`)
    const clerk = await aHolder(app, admin, { code: 'movers', codes })
    await app.call('PUT', '/sys/user/edit', { as: admin, body: { id: clerk.id, userIdentity: 2, departIds: optics.id } })
    const move = (row: WorldRow, parentId: string, as = clerk.token) =>
      app.call('PUT', `${base}/edit`, { as, body: { id: row.id, parentId } })
    const refused = { code: 422, details: { parentId: '只能管理您负责的部门！' } }
    expect((await move(mechanics, optics.id)).body).toMatchObject(refused)
    expect((await move(lasers, mechanics.id)).body).toMatchObject(refused)
    const inner = await add('脉冲组', lasers)
    expect((await move(inner, optics.id)).body.success).toBe(true)
    expect((await move(inner, mechanics.id, admin)).body.success).toBe(true)
    const renamed = await app.call('PUT', `${base}/edit`, { as: clerk.token, body: { id: mechanics.id, memo: '已核对' } })
    expect(renamed.body.success).toBe(true)
  })

  test('that a data rule hides stand nowhere: what it shows is a root, has nothing below it and nothing above it', async () => {
    const code = 'identity:department:view'
    const { role, token } = await aHolder(app, admin, { code: 'partly', codes: [code] })
    const rule = { ruleColumn: 'orgCode', ruleConditions: '=', ruleValue: String(optics.orgCode) }
    await limitRole(app, admin, { role, code, rule })
    const level = async (query = {}) =>
      (await ask<Node[]>('queryDepartTreeSync', query, token)).body.result.map((node) => [node.title, node.isLeaf])
    expect(await level()).toEqual([['光学中心', true]])
    expect(await level({ pid: optics.id })).toEqual([])
    expect((await ask<Node[]>('queryTreeList', {}, token)).body.result.map(({ title }) => title)).toEqual(['光学中心'])
    const above = await ask('queryAllParentId', { departId: `${optics.id},${mechanics.id}` }, token)
    expect(above.body.result).toMatchObject({ [optics.id]: { parentIds: [optics.id] } })
    expect(Object.keys(Object(above.body.result))).toEqual([optics.id])
    expect((await ask('queryAllParentId', { orgCode: String(mechanics.orgCode) }, token)).body.result).toEqual({})
  })

  test('fifty made at once below one have fifty codes in order', async () => {
    const top = await add('并发学院', undefined, '1')
    const made = await Promise.all(Array.from({ length: 50 }, (_, n) => add(`并发 ${n}`, top)))
    const expected = made.map((_, n) => `${String(top.orgCode)}A${String(n + 1).padStart(2, '0')}`)
    expect(made.map((row) => row.orgCode).sort()).toEqual(expected)
  })
})
