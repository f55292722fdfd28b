import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRow, aPerson, auditOf, type WorldRow } from '../../../api/world.ts'
import { syncPermissions } from '../../../../src/server/access/sync-permissions.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

interface Node extends WorldRow {
  readonly name: string
  readonly parentId: string | null
  readonly menuType: number
  readonly children?: readonly Node[]
}

const all = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...all(node.children ?? [])])

onBothDatabases('the menus', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  const base = '/sys/permission'
  const add = (body: Readonly<Record<string, unknown>>, as = admin) => app.call<WorldRow>('POST', `${base}/add`, { as, body })
  const edit = (body: Readonly<Record<string, unknown>>, as = admin) => app.call('PUT', `${base}/edit`, { as, body })
  const tree = async () => (await app.call<readonly Node[]>('GET', `${base}/list`, { as: admin, query: { _t: '1' } })).body.result
  const nodeOf = (code: string) => app.app.engine.permissions().find((one) => one.code === code)?.id ?? ''
  const menuNames = async (as = admin) => {
    const answer = await app.call<unknown>('GET', `${base}/getUserPermissionByToken`, { as })
    return JSON.stringify(answer.body.result)
  }
  const top = (name: string) => ({ menuType: 0, name, url: `/${name}`, component: 'layouts/RouteView' })

  test('come as one tree in the order of their numbers, with the top ones and those below a node as flat lists', async () => {
    const roots = await tree()
    expect(roots.map(({ name }) => name)).toContain('用户与权限')
    const identity = roots.find(({ name }) => name === '用户与权限')
    const screens = identity?.children ?? []
    expect(screens.map(({ name }) => name)).toEqual(expect.arrayContaining(['用户管理', '角色管理', '菜单管理']))
    const order = screens.map((node) => Number(node['sortNo']))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    const flat = await app.call<readonly Node[]>('GET', `${base}/getSystemMenuList`, { as: admin })
    expect(flat.body.result.map(({ menuType }) => menuType)).toEqual(roots.map(() => 0))
    const below = async (path: string, query: Record<string, string>) =>
      (await app.call<unknown>('GET', `${base}/${path}`, { as: admin, query })).body.result
    const ids = screens.map(({ id }) => id)
    const found = (await below('getSystemSubmenu', { parentId: identity?.id ?? '' })) as readonly Node[]
    expect(found.map(({ id }) => id)).toEqual(ids)
    const batch = (await below('getSystemSubmenuBatch', { parentIds: `${identity?.id},${nodeOf('teaching')}` })) as Record<
      string,
      readonly Node[]
    >
    expect(batch[identity?.id ?? '']?.map(({ id }) => id)).toEqual(ids)
    expect(Object.keys(batch)).toHaveLength(2)
  })

  test('a new one starts with the defaults of the specification', async () => {
    const row = (await add({ name: '实验报表', url: 'report', component: '/src/views/report/Index.vue' })).body.result
    expect(row).toMatchObject({
      menuType: 0,
      url: '/report',
      component: 'report/Index',
      parentId: null,
      status: '1',
      permsType: '1',
      sortNo: 1,
      route: 1,
    })
    expect((await add({ name: '外部', url: 'https://example.org' })).body.result).toMatchObject({
      url: 'https://example.org',
      component: 'layouts/RouteView',
    })
  })

  test('title, component, path, parent and policy are required where the type has them, and a code is taken once', async () => {
    expect((await add({ ...top('甲'), name: '' })).body).toMatchObject({ code: 422, details: { name: '请输入菜单标题!' } })
    expect((await add({ ...top('甲'), component: '' })).body).toMatchObject({ code: 422, details: { component: '请输入前端组件!' } })
    expect((await add({ ...top('甲'), url: '' })).body).toMatchObject({ code: 422, details: { url: '请输入菜单路径!' } })
    for (const menuType of [1, 2])
      expect((await add({ ...top('甲'), menuType })).body).toMatchObject({
        code: 422,
        message: '请检查你填的类型以及信息是否正确！',
        details: { parentId: '请选择上级菜单' },
      })
    const parent = (await add(top('父'))).body.result.id
    expect((await add({ menuType: 2, name: '按钮', parentId: parent, perms: 'a:b', permsType: '' })).body.details).toHaveProperty(
      'permsType',
    )
    expect((await add({ menuType: 2, name: '按钮', parentId: parent, perms: 'a:b' })).body.success).toBe(true)
    expect((await add({ menuType: 2, name: '又一个', parentId: parent, perms: 'a:b' })).body).toMatchObject({
      code: 422,
      details: { perms: '授权标识已存在!' },
    })
    const check = (fieldVal: string) =>
      app.call('GET', '/sys/duplicate/check', { as: admin, query: { tableName: 'sys_permission', fieldName: 'perms', fieldVal } })
    expect([(await check('a:b')).body.success, (await check('a:c')).body.success]).toEqual([false, true])
  })

  test('a menu that becomes a button loses path and component and keeps its order, code and state', async () => {
    const parent = (await add(top('上级'))).body.result.id
    const { id } = (await add({ ...top('变化'), menuType: 1, parentId: parent, sortNo: 7.5 })).body.result
    expect((await edit({ id, menuType: 2, perms: 'change:it' })).body.message).toBe('修改成功！')
    const found = await app.call('GET', `${base}/queryById`, { as: admin, query: { id } })
    expect(found.body.result).toMatchObject({ menuType: 2, url: null, component: null, sortNo: 7.5, perms: 'change:it', status: '1' })
  })

  test('what an administrator edits of a menu of the system stays at an upgrade; what the schemas decide cannot be edited', async () => {
    const id = nodeOf('teaching:comment:view')
    expect((await edit({ id, name: '评语库', icon: 'mail', sortNo: 3.5 })).body.success).toBe(true)
    for (const [key, value] of Object.entries({ url: '/elsewhere', component: 'other/Page', perms: 'x:y' }))
      expect((await edit({ id, menuType: key === 'perms' ? 1 : undefined, [key]: value })).body).toMatchObject({
        code: 422,
        details: { [key]: '系统自带的菜单不能修改此项！' },
      })
    const { engine } = app.app
    expect(await syncPermissions(engine, engine.permissions())).toEqual([])
    expect(all(await tree()).find((node) => node.id === id)).toMatchObject({ name: '评语库', icon: 'mail', sortNo: 3.5 })
    expect(await menuNames()).toContain('评语库')
    const version = (await auditOf(app, id)).length
    await syncPermissions(engine, engine.permissions())
    expect(await auditOf(app, id)).toHaveLength(version)
  })

  test('a node that is deleted goes with everything below it, stays away after an upgrade, and comes back from the bin', async () => {
    const id = nodeOf('teaching:comment:view')
    const button = nodeOf('teaching:comment:add')
    expect(await menuNames()).toContain('teaching:comment:add')
    expect((await app.call('DELETE', `${base}/delete`, { as: admin, query: { id } })).body).toMatchObject({ message: '删除成功!' })
    const { engine } = app.app
    await syncPermissions(engine, engine.permissions())
    expect(all(await tree()).filter((node) => [id, button].includes(node.id))).toEqual([])
    expect(await menuNames()).not.toContain('teaching:comment:add')
    const purged = await app.call('DELETE', `${base}/purge`, { as: admin, query: { ids: id } })
    expect(purged.body.success).toBe(false)
    expect((await app.call('PUT', `${base}/restore`, { as: admin, body: { ids: `${id},${button}` } })).body.success).toBe(true)
    expect(await menuNames()).toContain('teaching:comment:add')
  })

  test('nobody locks everyone out: the screens by which rights are given stay', async () => {
    const refused = { success: false, message: '菜单管理与角色管理是授权所必需的，不能删除或停用！' }
    for (const code of ['identity:permission:view', 'identity:role:view'])
      expect((await app.call('DELETE', `${base}/delete`, { as: admin, query: { id: nodeOf(code) } })).body).toMatchObject(refused)
    expect((await app.call('DELETE', `${base}/delete`, { as: admin, query: { id: nodeOf('identity') } })).body).toMatchObject(refused)
    expect((await edit({ id: nodeOf('identity:role:edit'), status: '0' })).body).toMatchObject(refused)
  })

  test('a switched-off screen disappears at once, and several nodes are deleted together', async () => {
    const id = nodeOf('teaching:semester:view')
    expect((await edit({ id, status: '0' })).body.success).toBe(true)
    const list = await app.call('GET', '/inspect/bhSemester/list', { as: admin })
    expect(list.body).toMatchObject({ success: false, code: 510 })
    expect((await edit({ id, status: '1' })).body.success).toBe(true)
    expect((await app.call('GET', '/inspect/bhSemester/list', { as: admin })).body.success).toBe(true)
    const own = [(await add(top('一'))).body.result.id, (await add(top('二'))).body.result.id]
    expect((await app.call('DELETE', `${base}/deleteBatch`, { as: admin, query: { ids: own.join(',') } })).body.message).toBe('删除成功!')
    expect((await tree()).filter((node) => own.includes(node.id))).toEqual([])
  })

  test('a node cannot be put below itself', async () => {
    const above = (await add(top('环'))).body.result.id
    const below = (await add({ ...top('环下'), menuType: 1, parentId: above })).body.result.id
    expect((await edit({ id: above, menuType: 1, parentId: below })).body).toMatchObject({ code: 422 })
  })

  test('only who may edit menus does, and nobody but an administrator changes what a menu allows', async () => {
    const teacher = await aPerson(app, admin, '2')
    expect((await add(top('不许'), teacher.token)).body).toMatchObject({ code: 510 })
    const { id: role } = await addRow(app, '/sys/role', { as: admin, body: { roleName: '菜单员', roleCode: 'menus' } })
    const permissionIds = app.app.engine.permissions().flatMap(({ code, id }) => (code.startsWith('identity:permission:') ? [id] : []))
    await app.call('POST', `${base}/saveRolePermission`, { as: admin, body: { roleId: role, permissionIds: permissionIds.join(',') } })
    await app.call('POST', '/sys/user/addSysUserRole', { as: admin, body: { roleId: role, userIdList: [teacher.id] } })
    await app.call('POST', '/sys/selectRole', { as: teacher.token, body: { username: teacher.username, roleCode: 'menus' } })
    const parent = (await add(top('普通'), teacher.token)).body.result.id
    expect(parent).toBeTruthy()
    const raised = await add({ menuType: 2, name: '越权', parentId: parent, perms: 'identity:user:delete2' }, teacher.token)
    expect(raised.body).toMatchObject({ success: false, message: '只有管理员可以修改授权标识、状态和上级菜单！' })
    expect((await edit({ id: nodeOf('identity:user:delete'), status: '0' }, teacher.token)).body.success).toBe(false)
  })
})
