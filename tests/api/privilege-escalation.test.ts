import { afterAll, beforeAll, expect, test } from 'vitest'
import { aHolder, grantRole, nodeOf } from '../src/server/identity/granted.ts'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { expectNone } from '../support/expect-none.ts'
import { sweep } from '../support/extent.ts'
import type { Aim } from './hostile-bodies.ts'
import { attack } from './hostile-sweep.ts'
import { routesOf, type AppRoute } from './routes.ts'
import { securityChanges, raised, securityState } from './security-state.ts'
import { addRow, aPerson, password, roleId, stored } from './world.ts'

interface Actor {
  readonly id: string
  readonly username: string
  readonly token: string
  /** The code that is chosen after the login, and the role's id. */
  readonly code: string
  readonly role: string
}

/** What someone needs who looks after the people and the roles of departments. */
const isOfDepartments = (code: string): boolean => /^identity:(departmentUser|departRole|permissionRule|department):/.test(code)
/** Everything about accounts and rights, and nothing of teaching: a manager who must not become an administrator. */
const isOfAccounts = (code: string): boolean => code.startsWith('identity:') && !/unmask|viewAs|viewing/.test(code)

const everybody = ['student', 'assistant', 'teacher', 'department administrator', 'a role made here']
const asking = {
  sqlite: sweep(everybody, everybody.slice(0, -1)),
  postgres: sweep(everybody.slice(-2), everybody.slice(-1)),
}

onBothDatabases('nobody gains rights above their own (privilege escalation)', (database) => {
  let app: TestApp
  let admin: string
  let routes: readonly AppRoute[]
  let root: string
  let below: string
  let elsewhere: string
  let departRole: string
  let rule: string
  let clerks: string
  let free: string
  let ofDepart: string
  const nodes = () => app.app.engine.permissions().map(({ id }) => id)
  const may = (body: object, path = '/sys/user/edit') => app.call('PUT', path, { as: admin, body })

  beforeAll(async () => {
    app = await testApp({ database })
    routes = await routesOf(app)
    admin = await app.signIn('admin', '1')
    root = (await stored(app, 'sys_depart'))[0]?.id ?? ''
    const aCentre = async (departName: string) =>
      (await addRow(app, '/sys/sysDepart', { as: admin, body: { departName, parentId: root, orgCategory: '2' } })).id
    below = await aCentre('光学中心')
    elsewhere = await aCentre('力学中心')
    await app.call('POST', '/sys/permission/saveDepartPermission', { as: admin, body: { departId: below, permissionIds: nodes().join() } })
    const role = { departId: below, roleName: '中心主管', roleCode: 'centre' }
    departRole = (await addRow(app, '/sys/sysDepartRole', { as: admin, body: role })).id
    const ruled = { permissionId: nodeOf(app, 'identity:position:view'), ruleName: '自己的', ruleColumn: 'createBy', ruleConditions: '=' }
    rule = (await addRow(app, '/sys/permissionRule', { as: admin, body: { ...ruled, ruleValue: '#{sys_user_code}' } })).id
    const named = { ...ruled, ruleConditions: 'USE_SQL_RULES', ruleColumn: '', ruleValue: "createBy like '%#{sys_org_code}%'" }
    ofDepart = (await addRow(app, '/sys/permissionRule', { as: admin, body: named })).id
    free = (await addRow(app, '/sys/role', { as: admin, body: { roleName: '无规则', roleCode: 'free' } })).id
    await grantRole(app, admin, { role: free, codes: ['identity:position:view'] })
    clerks = (await addRow(app, '/sys/role', { as: admin, body: { roleName: '文员', roleCode: 'clerks' } })).id
    await grantRole(app, admin, { role: clerks, codes: ['identity:department:view'] })
  })
  afterAll(() => app.close())

  async function anActor(name: string): Promise<Actor> {
    const builtIn = { student: '4', assistant: '3', teacher: '2' }[name]
    if (builtIn) {
      const person = await aPerson(app, admin, builtIn)
      await may({ id: person.id, selecteddeparts: below })
      return { ...person, token: await app.signIn(person.username, builtIn, password), code: builtIn, role: roleId(builtIn) }
    }
    const [code, holds] = name === 'a role made here' ? ['accounts', isOfAccounts] : ['heads', isOfDepartments]
    const codes = app.app.engine.permissions().flatMap((node) => (node.code && holds(node.code) ? [node.code] : []))
    const holder = await aHolder(app, admin, { code, codes })
    await may({ id: holder.id, selecteddeparts: below, ...(code === 'heads' && { userIdentity: 2, departIds: below }) })
    const dataRuleIds = name === 'a role made here' ? `${rule},${ofDepart}` : rule
    const body = { roleId: holder.role, permissionId: nodeOf(app, 'identity:position:view'), dataRuleIds }
    await app.call('POST', '/sys/role/datarule', { as: admin, body })
    return { ...holder, token: await app.signIn(holder.username, code, password), code }
  }

  async function aimsOf(actor: Actor): Promise<Aim[]> {
    const [teacher, pupil, clerk] = [await aPerson(app, admin, '2'), await aPerson(app, admin, '4'), await aPerson(app, admin, '4')]
    await may({ id: clerk.id, selectedroles: clerks })
    for (const { id } of [teacher, pupil, clerk]) await may({ id, selecteddeparts: below })
    const first = (await stored(app, 'sys_user')).find((row) => row['username'] === 'admin')
    const rest = { departRoles: [departRole], nodes: nodes(), rules: [rule] }
    const aim = (user: Aim['user'], roles: readonly string[], departs = [below, root, elsewhere]): Aim => ({
      user,
      roles,
      departs,
      ...rest,
    })
    const [above, freer, own] = actor.code === 'accounts' ? await aimsUnderRules(actor, aim) : []
    // What an actor takes from their own role comes last: without it they could attack no more.
    return [
      ...(above && freer ? [above, freer] : []),
      aim(actor, [roleId('1')]),
      aim(actor, [actor.role, roleId('1'), roleId('2')], [root, below]),
      aim({ id: first?.id ?? '', username: 'admin' }, [actor.role]),
      aim(teacher, [roleId('2'), actor.role]),
      aim(clerk, [roleId('1'), clerks]),
      aim(pupil, [clerks]),
      ...(own ? [own] : []),
    ]
  }

  /** What sheds a data rule: a role without it, somebody who has that role, another department; and rules and rights of a role above. */
  async function aimsUnderRules(
    actor: Actor,
    aim: (user: Aim['user'], roles: readonly string[], departs?: string[]) => Aim,
  ): Promise<Aim[]> {
    const peer = await aPerson(app, admin, '4')
    await may({ id: peer.id, selectedroles: free, selecteddeparts: below })
    const position = nodeOf(app, 'identity:position:view')
    const spared = nodeOf(app, 'identity:position:edit')
    const ofAdministrators = (await stored(app, 'sys_role_permission')).flatMap((row) => {
      const id = String(row['permission_id'])
      return row['role_id'] === roleId('1') && id !== position && id !== spared ? [id] : []
    })
    return [
      { ...aim(peer, [roleId('1')]), nodes: [position, ...ofAdministrators] },
      { ...aim(peer, [free, actor.role]), nodes: [position, ...nodes()] },
      { ...aim(actor, [actor.role, free], [root]), nodes: [position] },
    ]
  }

  async function heldBy(role: string): Promise<ReadonlySet<string>> {
    const grants = (await stored(app, 'sys_role_permission')).flatMap((row) => (row['role_id'] === role ? [row['permission_id']] : []))
    return new Set(app.app.engine.permissions().flatMap(({ id, code }) => (code && grants.includes(id) ? [code] : [])))
  }

  /** A login of the actor that is good; some calls end it, and who takes their own role from themselves gets it back. */
  function loginOf({ id, username, code, role, token }: Actor): () => Promise<string> {
    let good = token
    return async () => {
      const { status } = await app.call('GET', '/sys/permission/getUserPermissionByToken', { as: good })
      if (status !== 401) return good
      await may({ id, selectedroles: role })
      good = await app.signIn(username, code, password).catch(() => app.signIn(username, code, 'Raised-12345'))
      return good
    }
  }

  test.each(asking[database])('%s, over every call that writes and every import', { timeout: 240_000 }, async (name) => {
    const actor = await anActor(name)
    const held = await heldBy(actor.role)
    const aims = await aimsOf(actor)
    const isPlain = name === 'student' || name === 'assistant'
    const { faults, answered } = await attack(app, {
      routes,
      aims,
      names: { roleName: '系统管理员', departName: '光学中心' },
      judge: (before, after) => (isPlain ? securityChanges(before, after) : raised(before, after, actor.id)),
      token: loginOf(actor),
      may: ({ access }) => [access].flat().some((code) => code === 'public' || code === 'login' || held.has(code ?? '')),
    })
    expectNone(faults)
    expect(answered).toBeGreaterThan(0)
  })

  test('whoever has no login, a login that was ended or a forged one changes nothing by any of them', { timeout: 120_000 }, async () => {
    const [frozen, changed, gone] = [await aPerson(app, admin, '2'), await aPerson(app, admin, '2'), await aPerson(app, admin, '2')]
    await may({ id: frozen.id, status: 2 })
    await may({ id: changed.id, password: 'Another-123', confirmpassword: 'Another-123' })
    await app.call('DELETE', '/sys/user/delete', { as: admin, query: { id: gone.id } })
    const [aim] = await aimsOf({ ...frozen, code: '2', role: roleId('2') })
    const before = await securityState(app)
    const faults: string[] = []
    for (const token of [undefined, frozen.token, changed.token, gone.token, `${changed.token}x`]) {
      const plan = { routes, aims: aim ? [aim] : [], names: { roleName: '系统管理员', departName: '光学中心' }, token: async () => token }
      const may = ({ access }: AppRoute) => access === 'public'
      faults.push(...(await attack(app, { ...plan, may, judge: securityChanges })).faults)
    }
    for (const { path } of routes.filter((route) => route.path.endsWith('/callback')))
      for (const state of ['', 'forged', '../1'])
        await app.call('GET', path.replace('{type}', 'github'), { query: { code: 'x', state, authCode: 'x' } })
    expectNone([...faults, ...securityChanges(before, await securityState(app))])
  })
})

test('planted: rights that an actor gave themselves, and an account above theirs that they changed, are noticed', () => {
  const state = (grants: readonly string[], status: number) => ({
    sys_user: [{ id: 'me' }, { id: 'boss', status }],
    sys_user_role: [
      { id: '1', user_id: 'me', role_id: 'mine' },
      { id: '2', user_id: 'boss', role_id: 'his' },
    ],
    sys_permission: ['a', 'b'].map((id) => ({ id, perms: `${id}:view`, status: '1', del_flag: 0 })),
    sys_role_permission: [
      { id: '1', role_id: 'his', permission_id: 'b' },
      ...grants.map((one) => ({ id: one, role_id: 'mine', permission_id: one })),
    ],
  })
  expect(raised(state(['a'], 1), state(['a'], 1), 'me')).toEqual([])
  expect(raised(state(['a'], 1), state(['a', 'b'], 1), 'me')).toEqual(['gave themselves rights'])
  expect(raised(state(['a'], 1), state(['a'], 2), 'me')).toEqual(['changed boss, who is above them'])
})

test('planted: data rules that an actor shed, and an account that they do not limit, are noticed', () => {
  const state = ({ roles = ['mine'], departs = ['d1'], ticks = ['r'], nodes = ['a'], peer = 1, ofPeer = [] as readonly string[] }) => ({
    sys_user: [{ id: 'me' }, { id: 'peer', status: peer }],
    sys_user_role: [
      ...roles.map((role) => ({ id: `me ${role}`, user_id: 'me', role_id: role })),
      { id: 'peer', user_id: 'peer', role_id: 'free' },
    ],
    sys_user_depart: departs.map((depart) => ({ id: depart, user_id: 'me', dep_id: depart })),
    sys_role: [{ id: 'mine' }, { id: 'free' }, { id: 'high' }],
    sys_permission: ['a', 'b', 'c'].map((id) => ({ id, perms: `${id === 'c' ? 'high' : 'rows'}:${id}`, status: '1', del_flag: 0 })),
    sys_role_permission: [
      ...nodes.map((node) => ({ id: `mine ${node}`, role_id: 'mine', permission_id: node })),
      { id: 'free a', role_id: 'free', permission_id: 'a' },
      ...['a', 'c'].map((node) => ({ id: `high ${node}`, role_id: 'high', permission_id: node })),
    ],
    sys_permission_data_rule: [{ id: 'r', permission_id: 'a', rule_value: '#{sys_org_code}', status: 1 }],
    sys_role_data_rule: [
      ...ticks.map((rule) => ({ id: `mine ${rule}`, role_id: 'mine', rule_id: rule })),
      ...ofPeer.map((role) => ({ id: `${role} r`, role_id: role, rule_id: 'r' })),
    ],
  })
  const before = state({ nodes: ['a', 'b'] })
  const shed = 'took a data rule of rows from themselves'
  expect(raised(before, before, 'me')).toEqual([])
  expect(raised(before, state({ nodes: ['a', 'b'], roles: ['mine', 'free'] }), 'me')).toEqual([shed])
  expect(raised(before, state({ nodes: ['a', 'b'], ticks: [] }), 'me')).toEqual([shed])
  expect(raised(before, state({ nodes: ['b'] }), 'me')).toEqual([shed])
  expect(raised(before, state({ nodes: ['a', 'b'], departs: ['d1', 'd2'] }), 'me')).toEqual([shed])
  expect(raised(before, state({ nodes: ['a', 'b'], peer: 2 }), 'me')).toEqual(['changed peer, whom their data rules do not limit'])
  expect(raised(before, state({ nodes: ['a', 'b'], ofPeer: ['high'] }), 'me')).toEqual(['limited high, which is above them'])
})
