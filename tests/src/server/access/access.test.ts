import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createAccess, type Access } from '../../../../src/server/access/access.ts'
import { syncPermissions } from '../../../../src/server/access/sync-permissions.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { expectNone } from '../../../support/expect-none.ts'

interface Answer {
  readonly menu: readonly Menu[]
  readonly auth: readonly { action: string }[]
}
interface Menu {
  readonly path: string
  readonly component: string
  readonly screen?: string
  readonly hidden?: true
  readonly meta: { readonly title: string }
  readonly children?: readonly Menu[]
}

/** What a chosen role alone permits. */
const permittedBy = async (access: Access, role: string) => (await access.rightsOf({ role, departRoles: [] })).permissions

const demoPassword = 'Demo-12345'
const leaves = (menu: readonly Menu[]): Menu[] => menu.flatMap((node) => (node.children ? leaves(node.children) : [node]))
const screens = (menu: readonly Menu[]): string[] => leaves(menu).map(({ path }) => path)
const shown = (menu: readonly Menu[]): string[] => screens(leaves(menu).filter((node) => !node.hidden))

onBothDatabases('access', (database) => {
  let shiyan: TestApp
  beforeAll(async () => {
    shiyan = await testApp({ database, env: { DEMO: '1', DEMO_PASSWORD: demoPassword } })
  })
  afterAll(() => shiyan.close())

  const permissions = async (username: string, role: string, password?: string): Promise<Answer> => {
    const as = await shiyan.signIn(username, role, password)
    return (await shiyan.call<Answer>('GET', '/sys/permission/getUserPermissionByToken', { as })).body.result
  }

  test('a start that finds the permissions as the schemas state them writes none', async () => {
    const { engine } = shiyan.app
    const write = vi.spyOn(engine, 'write')
    await syncPermissions(engine, engine.permissions())
    const written = write.mock.calls.flatMap(([asked]) => ('rows' in asked ? asked.rows : [asked]))
    write.mockRestore()
    expectNone(written.map((row) => JSON.stringify(row)))
  })

  test('the menu has the screens of the chosen role, below the landing page', async () => {
    const administrator = await permissions('admin', '1')
    expect(administrator.menu[0]).toMatchObject({ path: '/dashboard/analysis', screen: 'screen:dashboard', meta: { title: '首页' } })
    expect(screens(administrator.menu)).toContain('/identity/user')
    const teacher = await permissions('admin', '2')
    expect(screens(teacher.menu)).toContain('/teaching/course')
    expect(screens(teacher.menu)).not.toContain('/identity/user')
    const student = (await permissions('2025010001', '4', demoPassword)).menu
    const own = ['/teaching/course', '/teaching/inspectionResult/stuList', '/platform/receivedAnnouncement']
    expect(shown(student)).toEqual(['/dashboard/analysis', ...own])
  })

  test('every node names the page that front ends of this wire convention load', async () => {
    const { menu } = await permissions('admin', '1')
    const named = new Map(leaves(menu).map(({ path, component }) => [path, component]))
    expect(Object.fromEntries(named)).toMatchObject({
      '/dashboard/analysis': 'dashboard/Analysis',
      '/identity/user': 'system/UserList',
      '/identity/department/manage': 'system/DepartList',
      '/identity/dictionary': 'system/DictList',
      '/platform/message': 'modules/message/SysMessageList',
      '/teaching/course': 'inspect/BhCourseList',
      '/teaching/inspectionResult/list': 'inspect/BhInspectionResultList',
      '/teaching/inspectionResult/submitList': 'inspect/BhInspectionResultSubmitList',
    })
    const groups = menu.filter(({ children }) => children)
    expect(groups.map(({ component }) => component)).toEqual(groups.map(() => 'layouts/RouteView'))
    expectNone([...named.values()].filter((component) => !/^(\w+\/)+[A-Z]\w+$/.test(component)))
  })

  test('a page of another server has a path of its own and its address beside it, as this wire convention has them', async () => {
    const as = await shiyan.signIn('admin', '1')
    const add = async (name: string, url: string, internalOrExternal: number) => {
      const body = { menuType: 0, name, url, component: 'layouts/IframePageView', internalOrExternal }
      const { id } = (await shiyan.call<{ id: string }>('POST', '/sys/permission/add', { as, body })).body.result
      return id
    }
    const made = [
      await add('内', 'https://in.example/', 0),
      await add('外', 'http://out.example/', 1),
      await add('换', "{{ window._CONFIG['x'] }}/", 0),
    ]
    const query = { roleId: '1000000000000000001' }
    const held = (await shiyan.call<string[]>('GET', '/sys/permission/queryRolePermission', { as, query })).body.result
    const body = { ...query, permissionIds: [...held, ...made].join(), lastpermissionIds: held.join() }
    expect((await shiyan.call('POST', '/sys/permission/saveRolePermission', { as, body })).body.success).toBe(true)
    const { menu } = await permissions('admin', '1')
    const nodes = menu.filter(({ meta }) => ['内', '外', '换'].includes(meta.title))
    expect(nodes.map(({ path, screen, meta }) => ({ path, screen, meta }))).toMatchObject([
      {
        path: '17a0c5b5421b4d67c186bf3f78a68f81',
        screen: 'frame:https://in.example/',
        meta: { url: 'https://in.example/', internalOrExternal: false },
      },
      {
        path: '2710d4f8abdf1478af65ae3bf31ce229',
        screen: 'link:http://out.example/',
        meta: { url: 'http://out.example/', internalOrExternal: true },
      },
      { path: '4152cb5707626e296196b651b4499c69', meta: { url: "{{ window._CONFIG['x'] }}/", internalOrExternal: false } },
    ])
    expect(nodes[2]?.screen).toBeUndefined()
    await shiyan.call('DELETE', '/sys/permission/deleteBatch', { as, query: { ids: made.join() } })
  })

  test('each role has its own lists in the menu: the workbench, all results, or the user’s own results', async () => {
    const results = async (username: string, role: string, password?: string) => {
      const nodes = leaves((await permissions(username, role, password)).menu)
      return nodes.filter(({ path }) => path.startsWith('/teaching/inspectionResult/')).map(({ path, screen }) => [path, screen])
    }
    const workbench = ['/teaching/inspectionResult/submitList', 'screen:inspectionWorkbench']
    expect(await results('admin', '1')).toEqual([workbench, ['/teaching/inspectionResult/list', 'entity:inspectionResult/list']])
    expect(await results('admin', '2')).toEqual([workbench])
    expect(await results('assistant1', '3', demoPassword)).toEqual([workbench])
    expect(await results('2025010001', '4', demoPassword)).toEqual([
      ['/teaching/inspectionResult/stuList', 'entity:inspectionResult/stuList'],
    ])
  })

  test('only teachers write courses, and only the administrator writes comments', async () => {
    const codes = async (role: string) => (await permissions('admin', role)).auth.map((entry) => entry.action)
    const [administrator, teacher] = [await codes('1'), await codes('2')]
    expect(administrator).not.toContain('teaching:course:add')
    expect(teacher).toContain('teaching:course:add')
    expect(administrator).toContain('teaching:comment:add')
    expect(teacher).not.toContain('teaching:comment:add')
  })

  test('a restart does not restore grants or nodes that an administrator removed, and keeps the administrator’s titles', async () => {
    const { engine } = shiyan.app
    const { db } = engine
    const nodes = engine.permissions()
    const node = (code: string) => nodes.find((one) => one.code === code)?.id ?? ''
    await db.write(async (tx) => {
      await tx.deleteFrom('sys_role_permission').where('permission_id', '=', node('teaching:course:add')).execute()
      await tx.updateTable('sys_permission').set({ del_flag: 1 }).where('id', '=', node('teaching:comment:add')).execute()
      await tx
        .updateTable('sys_permission')
        .set({ name: '我的课程', edited: 1, url: '/old' })
        .where('id', '=', node('teaching:course:view'))
        .execute()
    })
    await syncPermissions(engine, nodes)
    const access = createAccess(db, async () => new Map())
    expect(await permittedBy(access, '2')).not.toContain('teaching:course:add')
    expect(await permittedBy(access, '1')).not.toContain('teaching:comment:add')
    const course = (await access.nodes()).find((one) => one.code === 'teaching:course:view')
    expect(course).toMatchObject({ name: '我的课程', url: '/teaching/course' })
    const as = await shiyan.signIn('admin', '1')
    await shiyan.call('PUT', '/sys/permission/edit', { as, body: { id: course?.id, name: '课程管理' } })
  })

  test('the teaching screens are in three groups, in the order of a course', async () => {
    const groups = async (username: string, role: string, password?: string) => {
      const { menu } = await permissions(username, role, password)
      const teaching = menu.find(({ path }) => path === '/teaching')
      return (teaching?.children ?? []).flatMap((node) =>
        node.hidden ? [] : [[node.meta.title, (node.children ?? []).filter((one) => !one.hidden).map((one) => one.meta.title)]],
      )
    }
    const preparation = [
      '学期管理',
      '课程管理',
      '实验管理',
      '实验地址管理',
      '设备管理',
      '班级管理',
      '班级学生管理',
      '考察项管理',
      '考察评语管理',
    ]
    expect(await groups('teacher1', '2', demoPassword)).toEqual([
      ['课程准备', [...preparation, '助教管理']],
      ['上课', ['实验分组管理', '座位管理', '考察结果管理']],
    ])
    const assistant = await groups('assistant1', '3', demoPassword)
    expect(assistant.map(([title]) => title)).toEqual(['课程准备', '上课'])
    expect(assistant[0]?.[1]).toEqual(preparation.slice(1))
    expect(await groups('2025010001', '4', demoPassword)).toEqual([
      ['课程准备', ['课程管理']],
      ['成绩', ['我的考察结果']],
    ])
    expect((await groups('admin', '1')).map(([title]) => title)).toEqual(['课程准备', '上课', '成绩'])
  })

  test('people who only filter by semester can choose one, but have no screen for semesters', async () => {
    for (const [username, role] of [
      ['assistant2', '3'],
      ['2025010011', '4'],
    ] as const) {
      const as = await shiyan.signIn(username, role, demoPassword)
      const { menu } = await permissions(username, role, demoPassword)
      expect(screens(menu)).not.toContain('/teaching/semester')
      expect((await shiyan.call('GET', '/inspect/bhSemester/list', { as })).body.code).toBe(510)
      const options = await shiyan.call<{ label: string }[]>('GET', '/inspect/bhSemester/options', { as })
      expect(options.body.result.map(({ label }) => label)).toContain('2026-2027-1')
      const courses = await shiyan.call<{ records: { semester_dictText: string }[] }>('GET', '/inspect/bhCourse/list', { as })
      expect(courses.body.result.records.map((row) => row.semester_dictText)).toContain('2026-2027-1')
    }
  })

  test('a database of an earlier version gets new default grants once, and its screens move into their groups', async () => {
    const { engine } = shiyan.app
    const { db } = engine
    const nodes = engine.permissions()
    const node = (code: string) => nodes.find((one) => one.code === code)?.id ?? ''
    const [grant, screen, renamed] = [node('teaching:semester:edit'), node('teaching:session:view'), node('teaching:seat:view')]
    const teaching = nodes.find((one) => one.code === 'teaching')?.id ?? ''
    const takeAway = (version: 'earlier' | 'this') =>
      db.write(async (tx) => {
        await tx.deleteFrom('sys_role_permission').where('permission_id', '=', grant).execute()
        const parent = { parent_id: teaching, ...(version === 'earlier' ? { default_roles: null } : {}) }
        await tx.updateTable('sys_permission').set(parent).where('id', 'in', [grant, screen, renamed]).execute()
        await tx.updateTable('sys_permission').set({ name: '我的座位', edited: 1 }).where('id', '=', renamed).execute()
        await tx.deleteFrom('sys_permission').where('code', 'like', 'menu:%').execute()
      })
    const parentOf = async (id: string) => (await createAccess(db, async () => new Map()).nodes()).find((one) => one.id === id)
    await takeAway('earlier')
    await syncPermissions(engine, nodes)
    expect(
      await permittedBy(
        createAccess(db, async () => new Map()),
        '2',
      ),
    ).toContain('teaching:semester:edit')
    expect((await parentOf(screen))?.parentId).toBe(node('menu:lesson'))
    expect(await parentOf(renamed)).toMatchObject({ parentId: node('menu:lesson'), name: '我的座位' })

    await takeAway('this')
    await syncPermissions(engine, nodes)
    expect(
      await permittedBy(
        createAccess(db, async () => new Map()),
        '2',
      ),
    ).not.toContain('teaching:semester:edit')
    expect((await parentOf(screen))?.parentId).toBe(node('menu:lesson'))
    expect((await parentOf(renamed))?.parentId).toBe(teaching)
  })

  test('a disabled permission grants nothing to anybody, and disabling a screen also disables its buttons', async () => {
    const { engine } = shiyan.app
    const node = (code: string) => engine.permissions().find((one) => one.code === code)?.id ?? ''
    const admin = await shiyan.signIn('admin', '1')
    const turn = async (code: string, status: '0' | '1') => {
      await engine.db.write((tx) => tx.updateTable('sys_permission').set({ status }).where('id', '=', node(code)).execute())
      const body = { id: '1000000000000000004', description: `${code} ${status}` }
      expect((await shiyan.call('PUT', '/sys/role/edit', { as: admin, body })).body.success).toBe(true)
    }
    const ask = async (method: 'GET' | 'POST', path: string) => (await shiyan.call(method, path, { as: admin, body: {} })).body.code

    await turn('identity:dictionary:add', '0')
    expect(await ask('POST', '/sys/dict/add')).toBe(510)
    expect(await ask('GET', '/sys/dict/list')).toBe(200)
    expect((await permissions('admin', '1')).auth.map((entry) => entry.action)).not.toContain('identity:dictionary:add')
    await turn('identity:dictionary:add', '1')
    expect(await ask('POST', '/sys/dict/add')).toBe(422)

    await turn('identity:dictionary:view', '0')
    expect(await ask('GET', '/sys/dict/list')).toBe(510)
    expect(await ask('POST', '/sys/dict/add')).toBe(510)
    expect(screens((await permissions('admin', '1')).menu)).not.toContain('/identity/dictionary')
    await turn('identity:dictionary:view', '1')
    expect(await ask('GET', '/sys/dict/list')).toBe(200)
  })
})
