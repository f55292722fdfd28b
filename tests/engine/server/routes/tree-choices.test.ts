import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRow, aPerson, stored, type WorldRow } from '../../../api/world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { aHolder } from '../../../src/server/identity/granted.ts'

interface Node extends WorldRow {
  readonly key: string
  readonly title: string
  readonly children?: readonly Node[]
}

const whole = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...whole(node.children ?? [])])
const titles = (nodes: readonly Node[]) => nodes.map(({ title }) => title).sort()

onBothDatabases('a tree that people choose from', (database) => {
  let app: TestApp
  let admin: string
  let root: string
  let optics: WorldRow
  let lasers: WorldRow
  let mechanics: WorldRow
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    root = (await stored(app, 'sys_depart'))[0]?.id ?? ''
    const depart = (departName: string, parentId: string) =>
      addRow(app, '/sys/sysDepart', {
        as: admin,
        body: { departName, parentId, orgCategory: '2', address: '物理楼 101', memo: '内部', mobile: '13900001111' },
      })
    optics = await depart('光学中心', root)
    lasers = await depart('激光实验室', optics.id)
    mechanics = await depart('力学中心', root)
  })
  afterAll(() => app.close())

  const asked = (): readonly (readonly [path: string, query: Record<string, string>])[] => [
    ['tree', {}],
    ['tree', { pid: root }],
    ['tree', { keyWord: '光学' }],
    ['tree', { above: lasers.id }],
    ['queryTreeList', {}],
    ['queryDepartTreeSync', { pid: root }],
  ]
  const read = async (as: string, [path, query]: readonly [string, Record<string, string>]) =>
    whole((await app.call<readonly Node[]>('GET', `/sys/sysDepart/${path}`, { as, query })).body.result)

  test('shows whoever may not look at its rows what they choose by, and nothing else', async () => {
    const chooser = await aHolder(app, admin, { code: 'choosers', codes: ['identity:user:view', 'identity:user:edit'] })
    const looker = await aHolder(app, admin, { code: 'lookers', codes: ['identity:department:view'] })
    for (const question of asked()) {
      const [chosen, seen] = [await read(chooser.token, question), await read(looker.token, question)]
      expect([question, titles(chosen)]).toEqual([question, titles(seen)])
      expect(chosen.length).toBeGreaterThan(0)
      const told = JSON.stringify(chosen)
      for (const secret of ['物理楼', '内部', '13900001111', 'createBy', 'version'])
        expect([question, told.includes(secret)]).toEqual([question, false])
      expect(JSON.stringify(seen)).toContain('createBy')
    }
  })

  test('shows whoever may open a page with it, and do nothing else, what that page needs of it', async () => {
    const reader = await aHolder(app, admin, { code: 'callers', codes: ['identity:department:addressBook'] })
    for (const question of asked()) {
      const nodes = await read(reader.token, question)
      expect([question, nodes.length > 0, nodes.every(({ orgCode }) => String(orgCode).startsWith('A0'))]).toEqual([question, true, true])
      for (const secret of ['物理楼', '内部', '13900001111', 'createBy', 'version'])
        expect([question, JSON.stringify(nodes).includes(secret)]).toEqual([question, false])
    }
    const manager = await aHolder(app, admin, { code: 'pagers', codes: ['identity:department:manage'] })
    expect(JSON.stringify(await read(manager.token, ['tree', {}]))).not.toContain('orgCode')
  })

  test('shows whoever only filters a list by it the rows that this list names', async () => {
    const reader = await aHolder(app, admin, { code: 'readers', codes: ['identity:departmentUser:view'] })
    await app.call('PUT', '/sys/user/edit', {
      as: admin,
      body: { id: reader.id, selecteddeparts: mechanics.id, userIdentity: 2, departIds: optics.id },
    })
    const person = await aPerson(app, admin, '4')
    const edit = (selecteddeparts: string) => app.call('PUT', '/sys/user/edit', { as: admin, body: { id: person.id, selecteddeparts } })
    expect((await edit(lasers.id)).body.success).toBe(true)
    const shown = async () => Promise.all(asked().map(async (question) => titles(await read(reader.token, question))))
    expect(await shown()).toEqual([['激光实验室'], [], [], [], ['激光实验室'], []])
    expect((await edit(`${lasers.id},${optics.id}`)).body.success).toBe(true)
    const both = ['激光实验室', '光学中心'].sort()
    expect(await shown()).toEqual([both, [], ['光学中心'], ['光学中心'], both, []])
    const level = (pid: string) => read(reader.token, ['tree', { pid }])
    expect([titles(await level('')), titles(await level(optics.id))]).toEqual([['光学中心'], ['激光实验室']])
  })
})
