import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRow, aPerson, auditOf, stored, type WorldRow } from '../../../api/world.ts'
import { syncPermissions } from '../../../../src/server/access/sync-permissions.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { aHolder, type Tree } from './granted.ts'

interface Node extends WorldRow {
  readonly name: string
  readonly parentId: string | null
  readonly menuType: number
  readonly isLeaf: boolean
  readonly children?: readonly Node[]
}

const permissionNode = ({ permissions }: TestApp['app']['engine'], code: string) => {
  const found = permissions().find((node) => node.code === code)
  if (!found) throw new Error(`no permission ${code}`)
  return found
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
    const answer = await app.call<{ menu: unknown; auth: unknown }>('GET', `${base}/getUserPermissionByToken`, { as })
    return JSON.stringify([answer.body.result.menu, answer.body.result.auth])
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

  test('a new screen of a later version appears with its default grants, below what an administrator renamed, and keeps what others edited', async () => {
    const folder = nodeOf('identity')
    const edited = nodeOf('teaching:experimentAddress:view')
    expect((await edit({ id: folder, name: '人员与授权' })).body.success).toBe(true)
    expect((await edit({ id: edited, name: '地点', icon: 'home', sortNo: 9.25, hidden: 1 })).body.success).toBe(true)
    const { engine } = app.app
    const later = {
      ...permissionNode(engine, 'identity:position:view'),
      id: 'later-screen',
      code: 'identity:later:view',
      title: '以后的页面',
      path: '/identity/later',
      screen: 'entity:position',
      roles: ['2'],
    }
    expect(await syncPermissions(engine, [...engine.permissions(), later])).toEqual([])
    const nodes = all(await tree())
    expect(nodes.find(({ id }) => id === later.id)).toMatchObject({ name: '以后的页面', parentId: later.parentId, perms: later.code })
    expect(nodes.find(({ id }) => id === folder)).toMatchObject({ name: '人员与授权' })
    expect(nodes.find(({ id }) => id === edited)).toMatchObject({ name: '地点', icon: 'home', sortNo: 9.25, hidden: 1 })
    const teacher = await aPerson(app, admin, '2')
    expect(await menuNames(teacher.token)).toContain('以后的页面')
    expect(await menuNames()).not.toContain('以后的页面')
  })

  test('all menus come as a tree to choose from, and every node says whether there is something below it', async () => {
    const { treeList, ids } = (await app.call<Tree>('GET', `${base}/queryTreeList`, { as: admin })).body.result
    const roots = await tree()
    expect(treeList.map(({ key }) => key)).toEqual(roots.map(({ id }) => id))
    expect(new Set(ids)).toEqual(new Set(all(roots).map(({ id }) => id)))
    for (const node of all(roots))
      expect(node).toMatchObject({ isLeaf: !node.children, leaf: !node.children, key: node.id, title: node.name })
    const flat = (await app.call<readonly Node[]>('GET', `${base}/getSystemMenuList`, { as: admin })).body.result
    expect(flat.map(({ id, isLeaf }) => [id, isLeaf])).toEqual(roots.map(({ id, children }) => [id, !children]))
  })

  test('a button is deleted with the grants of its code once the bin is emptied, and with the data rules of its menu', async () => {
    const parent = (await add({ ...top('自建'), component: 'system/UserList' })).body.result.id
    const button = (await add({ menuType: 2, name: '导出报表', parentId: parent, perms: 'report:export' })).body.result.id
    const holder = await aHolder(app, admin, { code: 'reporters', codes: [] })
    await app.call('POST', `${base}/saveRolePermission`, {
      as: admin,
      body: { roleId: holder.role, permissionIds: `${parent},${button}` },
    })
    expect(await menuNames(holder.token)).toContain('report:export')
    const rule = await addRow(app, '/sys/permissionRule', {
      as: admin,
      body: { permissionId: parent, ruleName: '本人', ruleColumn: 'createBy', ruleConditions: '=', ruleValue: '#{sys_user_code}' },
    })
    expect((await app.call('DELETE', `${base}/delete`, { as: admin, query: { id: parent } })).body.success).toBe(true)
    expect(await menuNames(holder.token)).not.toContain('report:export')
    const kept = async (table: string, id: string) => (await stored(app, table)).filter((row) => JSON.stringify(row).includes(id))
    expect(await kept('sys_role_permission', button)).toHaveLength(1)
    expect((await app.call('DELETE', `${base}/purge`, { as: admin, query: { ids: `${button},${parent}` } })).body.success).toBe(true)
    expect(await kept('sys_role_permission', button)).toEqual([])
    expect(await kept('sys_permission_data_rule', rule.id)).toEqual([])
  })

  test('nobody raises themselves by menus: whoever is no administrator names and orders them, and adds such as allow nothing', async () => {
    const teacher = await aPerson(app, admin, '2')
    expect((await add(top('不许'), teacher.token)).body).toMatchObject({ code: 510 })
    const codes = app.app.engine.permissions().flatMap(({ code }) => (/^identity:permission(Rule)?:/.test(code) ? [code] : []))
    const { token, role } = await aHolder(app, admin, { code: 'menus', codes })
    const parent = (await add(top('普通'), token)).body.result.id
    const below = (await add({ ...top('普通下级'), menuType: 1, parentId: parent }, token)).body
    expect(below).toMatchObject({ success: true })
    const users = nodeOf('identity:user:view')
    expect((await edit({ id: users, name: '账号', sortNo: 12, icon: 'team', hidden: 0 }, token)).body.success).toBe(true)

    const before = [await stored(app, 'sys_permission'), await stored(app, 'sys_permission_data_rule')]
    const beyond = { success: false, message: '只有管理员可以修改菜单的类型、组件、授权标识、状态和上级！' }
    for (const perms of ['identity:user:delete2', 'identity:permission:edit,identity:user:delete', 'identity:user:delete,'])
      expect((await add({ menuType: 2, name: '越权', parentId: parent, perms }, token)).body).toMatchObject(beyond)
    for (const change of [
      { id: parent, perms: 'identity:user:delete,x' },
      { id: parent, component: 'system/UserList' },
      { id: below.result.id, parentId: users },
      { id: nodeOf('identity:user:delete'), parentId: parent },
      { id: nodeOf('identity:user:delete'), status: '0' },
    ])
      expect((await edit(change, token)).body).toMatchObject(beyond)
    const massed = await edit({ id: parent, code: 'identity:user:delete', screen: 'entity:user', edited: 0, defaultRoles: 'menus' }, token)
    expect(massed.body.result).not.toMatchObject({ code: 'identity:user:delete' })
    const own = await app.call('DELETE', `${base}/delete`, { as: token, query: { id: nodeOf('identity:dictionary:delete') } })
    expect(own.body).toMatchObject({ success: false, message: '只有管理员可以删除、恢复带授权标识或数据规则的菜单！' })
    expect([await stored(app, 'sys_permission'), await stored(app, 'sys_permission_data_rule')]).toEqual(before)
    expect(await menuNames(token)).not.toContain('identity:user:delete')

    expect((await app.call('DELETE', `${base}/delete`, { as: token, query: { id: below.result.id } })).body.success).toBe(true)
    const back = await app.call('PUT', `${base}/restore`, { as: token, body: { ids: below.result.id } })
    expect(back.body).toMatchObject({ success: false, message: '只有管理员可以删除、恢复带授权标识或数据规则的菜单！' })
    expect((await stored(app, 'sys_permission')).find(({ id }) => id === below.result.id)).toMatchObject({ del_flag: 1 })
    expect(role).toBeTruthy()
  })

  test('a data rule is neither loosened nor deleted by whom it may limit, nor is the menu that it stands at', async () => {
    const codes = app.app.engine.permissions().flatMap(({ code }) => (/^identity:permission(Rule)?:/.test(code) ? [code] : []))
    const { token } = await aHolder(app, admin, { code: 'rulers', codes })
    const menu = (await add({ ...top('学生名单'), component: 'system/UserList' })).body.result.id
    const whole = { permissionId: menu, ruleName: '本人', ruleColumn: 'createBy', ruleConditions: '=', ruleValue: '#{sys_user_code}' }
    const { id } = await addRow(app, '/sys/permissionRule', { as: admin, body: whole })
    const refused = { success: false, message: '只有管理员可以修改或删除数据规则！' }
    const change = (body: object) => app.call('PUT', '/sys/permission/editPermissionRule', { as: token, body: { id, ...body } })
    for (const body of [{ status: 0 }, { ruleConditions: '!=' }, { ruleValue: 'x' }, { ruleColumn: 'updateBy' }])
      expect((await change(body)).body).toMatchObject(refused)
    expect((await app.call('DELETE', '/sys/permission/deletePermissionRule', { as: token, query: { id } })).body).toMatchObject(refused)
    expect((await app.call('DELETE', '/sys/permissionRule/deleteBatch', { as: token, query: { ids: id } })).body.success).toBe(false)
    expect((await app.call('DELETE', `${base}/delete`, { as: token, query: { id: menu } })).body.success).toBe(false)
    expect((await stored(app, 'sys_permission_data_rule')).find((row) => row.id === id)).toMatchObject({
      status: 1,
      rule_value: '#{sys_user_code}',
    })
    expect((await change({ ruleName: '只看本人' })).body.success).toBe(true)
  })

  test('those that give rights back are switched off neither themselves nor by what stands above them', async () => {
    const needed = { success: false, message: '菜单管理与角色管理是授权所必需的，不能删除或停用！' }
    const above = String(all(await tree()).find(({ id }) => id === nodeOf('identity:role:view'))?.parentId)
    expect((await edit({ id: above, status: '0' })).body).toMatchObject(needed)
    const off = (await add({ ...top('停用的'), status: '0' })).body.result.id
    expect((await edit({ id: nodeOf('identity:role:view'), parentId: off })).body).toMatchObject(needed)
    expect((await app.call('GET', '/sys/role/list', { as: admin })).body.success).toBe(true)
    expect((await edit({ id: nodeOf('identity:user:view'), parentId: off })).body.success).toBe(true)
    expect((await edit({ id: nodeOf('identity:user:view'), parentId: above })).body.success).toBe(true)
  })
})
