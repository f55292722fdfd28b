import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSheet } from '../../../../engine/server/transfer/sheet/workbook.ts'
import { addRow, aPerson, stored, type WorldRow } from '../../../api/world.ts'
import { workbook } from '../../../engine/server/transfer/workbook-files.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { aHolder, limitRole } from './granted.ts'

const base = '/sys/category'
type Node = WorldRow & { readonly key: string; readonly title: string; readonly isLeaf: boolean; readonly children?: readonly Node[] }
interface Page {
  readonly records: readonly WorldRow[]
  readonly total: number
  readonly size: number
  readonly current: number
}

onBothDatabases('the classification dictionary', (database) => {
  let app: TestApp
  let admin: string
  let optics: WorldRow
  let lasers: WorldRow
  let pulsed: WorldRow
  let lenses: WorldRow
  const add = (name: string, parent?: WorldRow): Promise<WorldRow> =>
    addRow(app, base, { as: admin, body: { name, ...(parent && { pid: parent.id }) } })
  const ask = <Result>(path: string, query: Record<string, string> = {}) => app.call<Result>('GET', `${base}/${path}`, { as: admin, query })
  const namesOf = (rows: readonly WorldRow[]) => rows.map(({ name }) => name)
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    optics = await add('光学')
    lasers = await add('激光', optics)
    pulsed = await add('脉冲', lasers)
    lenses = await add('透镜', optics)
  })
  afterAll(() => app.close())

  test('what stands above rows is answered once, without the rows themselves', async () => {
    const above = async (...ids: string[]) => (await ask<WorldRow[]>('tree', { above: ids.join(',') })).body.result.map(({ id }) => id)
    expect((await above(pulsed.id, lenses.id)).toSorted()).toEqual([optics.id, lasers.id].toSorted())
    expect(await above(pulsed.id, lasers.id)).toEqual([optics.id])
    expect(await above(optics.id, 'nobody')).toEqual([])
  })

  describe('read by other front ends', () => {
    test('has a page of roots, each saying whether something is below it', async () => {
      const page = (await ask<Page>('rootList', { pageNo: '1', pageSize: '1' })).body.result
      expect(page).toMatchObject({ size: 1, current: 1, records: [{ id: optics.id, pid: '0', hasChild: '1', code: 'A01' }] })
      expect(page.total).toBeGreaterThanOrEqual(1)
      expect((await ask<Page>('rootList', { pid: lasers.id })).body.result.records).toMatchObject([{ id: pulsed.id, hasChild: '0' }])
      expect(namesOf((await ask<Page>('rootList', { name: '*脉*' })).body.result.records)).toEqual(['脉冲'])
    })

    test('has the level below a type, or below several as one page', async () => {
      expect((await ask<WorldRow[]>('childList', { pid: optics.id })).body.result).toMatchObject([
        { name: '激光', hasChild: '1', code: 'A01A01' },
        { name: '透镜', hasChild: '0', code: 'A01A02' },
      ])
      expect(namesOf((await ask<WorldRow[]>('childList')).body.result)).toContain('光学')
      const several = (await ask<Page>('getChildListBatch', { parentIds: `${optics.id},${lasers.id}` })).body.result
      expect(several).toMatchObject({ total: 3, size: 10, current: 1 })
      expect(namesOf(several.records)).toEqual(['激光', '脉冲', '透镜'])
      expect((await ask<Page>('getChildListBatch')).body.result).toMatchObject({ total: 0, records: [] })
    })

    test('is a tree below a code, a level of it or the whole', async () => {
      const level = (await ask<Node[]>('loadTreeRoot', { async: 'true', pcode: 'A01' })).body.result
      expect(level).toEqual([
        { key: lasers.id, value: lasers.id, title: '激光', code: 'A01A01', parentId: optics.id, isLeaf: false },
        { key: lenses.id, value: lenses.id, title: '透镜', code: 'A01A02', parentId: optics.id, isLeaf: true },
      ])
      const whole = (await ask<Node[]>('loadTreeRoot', { async: 'false', pcode: 'A01' })).body.result
      expect(whole.map(({ title, children = [] }) => [title, ...children.map((node) => node.title)])).toEqual([['激光', '脉冲'], ['透镜']])
      expect((await ask<Node[]>('loadTreeRoot', { async: 'true' })).body.result.map(({ title }) => title)).toContain('光学')
      expect((await ask('loadTreeRoot', { pcode: 'Q77' })).body).toMatchObject({
        success: false,
        message: '该编码【Q77】不存在，请核实!',
      })
      expect((await ask<Node[]>('loadTreeChildren', { pid: lasers.id })).body.result).toMatchObject([{ key: pulsed.id, isLeaf: true }])
    })

    test('narrows a level by name or code and by nothing else', async () => {
      const load = async (query: Record<string, string>) => (await ask<Node[]>('loadTreeData', query)).body
      expect((await load({ pid: optics.id, condition: '{"name":"透镜"}' })).result.map(({ title }) => title)).toEqual(['透镜'])
      expect((await load({ pcode: 'A01' })).result.map(({ title }) => title)).toEqual(['激光', '透镜'])
      expect((await load({ pcode: 'Q77' })).message).toBe('该编码【Q77】不存在，请核实!')
      expect((await load({ condition: '{"1=1 or name":"x"}' })).message).toBe('查询条件只能是分类名称或分类编码！')
      expect((await load({ condition: 'name=1' })).message).toBe('查询条件格式不正确！')
    })

    test('finds one type by its id, name or code; no other column can be asked', async () => {
      const one = async (field: string, val: string) => (await ask<WorldRow>('loadOne', { field, val })).body
      for (const field of ['id', 'code', 'name'])
        expect((await one(field, String(lenses[field]))).result).toMatchObject({ id: lenses.id, hasChild: '0' })
      expect((await one('name', '没有')).message).toBe('查询无果')
      expect((await one("name' or '1'='1", '1')).message).toBe('不支持按该字段查询！')
      const twins = [await add('孪生'), await add('孪生')]
      expect((await one('name', '孪生')).message).toBe('查询数据异常,[name]存在多个值:孪生')
      await app.call('DELETE', `${base}/deleteBatch`, { as: admin, query: { ids: twins.map(({ id }) => id).join() } })
    })

    test('names types in the order of their ids, and offers a code with all below it', async () => {
      const named = async (query: Record<string, string>) => (await ask<string[]>('loadDictItem', query)).body.result
      expect(await named({ ids: `${lenses.id},gone,${optics.id}` })).toEqual(['透镜', '光学'])
      expect(await named({ ids: `${lenses.id},gone`, delNotExist: 'false' })).toEqual(['透镜', 'gone'])
      const offered = (await ask<Record<string, string>[]>('loadAllData', { code: 'A01A01' })).body.result
      expect(offered).toEqual([
        { value: lasers.id, text: '激光', title: '激光', code: 'A01A01' },
        { value: pulsed.id, text: '脉冲', title: '脉冲', code: 'A01A01A01' },
      ])
    })

    test('says whether a code fits below a type', async () => {
      const check = async (query: Record<string, string>) => (await ask('checkCode', query)).body
      expect((await check({ pid: optics.id, code: 'A01A09' })).success).toBe(true)
      expect((await check({ code: 'X' })).success).toBe(true)
      expect((await check({ pid: optics.id })).message).toBe('错误,类型编码为空!')
      expect((await check({ pid: optics.id, code: 'B01' })).message).toBe('编码不符合规范,须以"A01"开头!')
    })
  })

  test('a type gets the next code of its level whatever is sent, and needs a name', async () => {
    const made = await addRow(app, base, { as: admin, body: { name: '棱镜', pid: optics.id, code: 'Z99' } })
    expect(made.code).toBe('A01A03')
    const root = await addRow(app, base, { as: admin, body: { name: '力学', pid: '0' } })
    expect([root.pid, String(root.code)]).toEqual([null, expect.stringMatching(/^[A-Z]\d\d$/)])
    const nameless = await app.call('POST', `${base}/add`, { as: admin, body: { pid: optics.id } })
    expect(nameless.body).toMatchObject({ code: 422, details: { name: '请输入类型名称!' } })
  })

  test('fifty made at once below one have fifty codes in order', async () => {
    const top = await add('并发')
    const made = await Promise.all(Array.from({ length: 50 }, (_, n) => add(`并发 ${n}`, top)))
    const expected = made.map((_, n) => `${String(top.code)}A${String(n + 1).padStart(2, '0')}`)
    expect(made.map((row) => row.code).sort()).toEqual(expected)
  })

  test('an edit changes the name and never the parent, so nothing comes to stand below itself', async () => {
    const [top, other] = [await add('上'), await add('旁')]
    const below = await add('下', top)
    const edited = await app.call('PUT', `${base}/edit`, { as: admin, body: { id: top.id, name: '改名', pid: below.id } })
    expect(edited.body).toMatchObject({ success: true, message: '修改成功!' })
    await app.call('PUT', `${base}/edit`, { as: admin, body: { id: below.id, pid: other.id } })
    const kept = (await stored(app, 'sys_category')).filter(({ id }) => id === top.id || id === below.id)
    expect(kept.find(({ id }) => id === top.id)).toMatchObject({ name: '改名', pid: null, code: top.code })
    expect(kept.find(({ id }) => id === below.id)).toMatchObject({ pid: top.id, code: below.code })
  })

  test('a deleted type takes everything below it along, and its parent is childless then', async () => {
    const top = await add('将删')
    const below = await add('将删的下级', top)
    await add('将删的下下级', below)
    const remove = (path: string, query: Record<string, string>) => app.call('DELETE', `${base}/${path}`, { as: admin, query })
    expect((await remove('delete', { id: below.id })).body.message).toBe('删除成功!')
    expect((await ask<WorldRow>('loadOne', { field: 'id', val: top.id })).body.result.hasChild).toBe('0')
    await add('又一个', top)
    expect((await remove('deleteBatch', { ids: `${top.id},` })).body).toMatchObject({ success: true, message: '删除成功!' })
    expect(namesOf(await stored(app, 'sys_category')).filter((name) => ['将删', '又一个', '将删的下下级'].includes(String(name)))).toEqual(
      [],
    )
  })

  test('sheets bring types below types, and take them out again with their codes', async () => {
    const form = new FormData()
    const sheet = await workbook([
      ['分类名称', '父级节点'],
      ['声学', ''],
      ['超声', '声学'],
    ])
    form.append('file', new Blob([Uint8Array.from(sheet)]), '分类.xlsx')
    const brought = await app.call('POST', `${base}/importExcel`, { as: admin, body: form })
    expect(brought.body).toMatchObject({ success: true })
    const rows = await stored(app, 'sys_category')
    const [above, below] = ['声学', '超声'].map((name) => rows.find((row) => row.name === name))
    expect(below).toMatchObject({ pid: above?.id, code: `${String(above?.code)}A01` })
    const file = await app.call('GET', `${base}/exportXls`, { as: admin })
    const lines: string[] = []
    for await (const { cells } of readSheet(new Uint8Array(file.raw), 'xlsx')) lines.push(JSON.stringify([...cells]))
    expect(lines.filter((line) => line.includes('超声') && line.includes(`${String(above?.code)}A01`))).toHaveLength(1)
  })

  test('is for administrators', async () => {
    const teacher = await aPerson(app, admin, '2')
    expect((await app.call('GET', `${base}/rootList`, { as: teacher.token })).body.code).toBe(510)
    expect((await app.call('POST', `${base}/add`, { as: teacher.token, body: { name: '我的' } })).body.code).toBe(510)
  })

  test('types that a data rule hides are below nothing and share no name', async () => {
    const code = 'identity:category:view'
    const { role, token } = await aHolder(app, admin, { code: 'ownTypes', codes: [code, 'identity:category:add'] })
    await limitRole(app, admin, { role, code, rule: { ruleColumn: 'createBy', ruleConditions: '=', ruleValue: '#{sys_user_code}' } })
    const own = await addRow(app, base, { as: token, body: { name: '同名分类' } })
    await add('同名分类')
    await add('看不见的下级', own)
    const asked = <Result>(path: string, query: Record<string, string> = {}, as = token) =>
      app.call<Result>('GET', `${base}/${path}`, { as, query })
    expect((await asked<Page>('rootList')).body.result.records).toMatchObject([{ id: own.id, hasChild: '0' }])
    expect((await asked<Node[]>('loadTreeChildren', { pid: '0' })).body.result).toMatchObject([{ key: own.id, isLeaf: true }])
    expect((await asked('loadOne', { field: 'name', val: '同名分类' })).body.result).toMatchObject({ id: own.id, hasChild: '0' })
    expect((await asked('loadOne', { field: 'id', val: own.id }, admin)).body.result).toMatchObject({ hasChild: '1' })
    expect((await asked('loadOne', { field: 'name', val: '同名分类' }, admin)).body.success).toBe(false)
  })
})
