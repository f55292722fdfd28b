import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSheet } from '../../../../engine/server/transfer/sheet/workbook.ts'
import { workbook } from '../../../engine/server/transfer/workbook-files.ts'
import { pick, seeded } from '../../../api/contract/random-rows.ts'
import { addRow, expectNotFound, type WorldRow } from '../../../api/world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { expectNone } from '../../../support/expect-none.ts'
import { aHolder, nodeOf } from '../identity/granted.ts'
import { randomRule, type RandomRule, type RuledPerson } from './random-rules.ts'

interface Page {
  readonly records: WorldRow[]
  readonly total: number
}

const base = '/inspect/bhSemester'
const codes = ['view', 'add', 'edit', 'delete', 'exportXls'].map((verb) => `teaching:semester:${verb === 'exportXls' ? 'export' : verb}`)
const ROUNDS = 40

/** Menus whose rows the application writes itself. */
const ofApplication = [
  ['identity:onlineUser:view', '/sys/online/list'],
  ['platform:dataLog:view', '/sys/dataLog/list'],
  ['platform:log:view', '/sys/log/list'],
] as const

onBothDatabases('data rules', (database) => {
  let app: TestApp
  let admin: string
  let node: string
  let holders: { readonly role: string; readonly token: string; readonly person: RuledPerson }[]
  const random = seeded(20261122)
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    node = nodeOf(app, 'teaching:semester:view')
    holders = []
    for (const code of ['ruledOne', 'ruledTwo']) {
      const { role, token, username, id } = await aHolder(app, admin, { code, codes })
      const account = await app.call<WorldRow>('GET', '/sys/user/queryById', { as: admin, query: { id } })
      holders.push({
        role,
        token,
        person: { username, realname: String(account.body.result['realname']), orgCode: 'A01', orgCodes: ['A01'] },
      })
    }
    for (let n = 0; n < 24; n++) await aSemester(n)
  })
  afterAll(() => app.close())

  let made = 0
  const aSemester = (n: number) => {
    const as = pick(random, [admin, ...holders.map(({ token }) => token)])
    const semesterName = `${pick(random, ['春季A', '秋季a', "it's", '50%', '2026_', 'A1'])}${++made}`
    const beginDate = pick(random, ['2026-02-01', '2026-03-15', '2026-09-01'])
    return addRow(app, base, { as, body: { semesterName, beginDate, endDate: '2027-01-20', isCurrent: n === 3 ? 1 : 0 } })
  }
  const rows = async (as: string, path = 'list', query: Readonly<Record<string, string>> = {}) =>
    (await app.call<Page>('GET', `${base}/${path}`, { as, query: { pageSize: '1000', column: 'semesterName', order: 'asc', ...query } }))
      .body.result
  const names = (all: readonly WorldRow[]) => all.map((row) => String(row['semesterName'])).sort()

  /** Replace the rules of the menu, all of them ticked for the role. */
  async function limit(role: string, rules: readonly RandomRule['body'][]): Promise<void> {
    const ids: string[] = []
    for (const body of rules) {
      const added = await app.call<WorldRow>('POST', '/sys/permission/addPermissionRule', {
        as: admin,
        body: { permissionId: node, ruleName: '规则', ...body },
      })
      if (!added.body.success) throw new Error(`${JSON.stringify(body)}: ${added.body.message}`)
      ids.push(added.body.result.id)
    }
    const saved = await app.call('POST', '/sys/role/datarule', {
      as: admin,
      body: { permissionId: node, roleId: role, dataRuleIds: ids.join() },
    })
    expect(saved.body).toMatchObject({ success: true, message: '保存成功!' })
  }

  async function exported(as: string): Promise<string[]> {
    const answer = await app.call('GET', `${base}/exportXls`, { as })
    const found: string[] = []
    for await (const { cells } of readSheet(new Uint8Array(answer.raw), 'xlsx')) found.push(String(cells[0]))
    return found.slice(1).sort()
  }

  test('random rules: every verb, look-up, count and export answers what an independent reading of the rules says', async () => {
    let hidden = 0
    let shown = 0
    for (let round = 0; round < ROUNDS; round++) {
      await aSemester(round)
      const { role, token, person } = pick(random, holders)
      const rules = Array.from({ length: 1 + Math.floor(random() * 2) }, () => randomRule(random))
      await limit(
        role,
        rules.map(({ body }) => body),
      )
      const all = (await rows(admin)).records
      const passes = (row: WorldRow) => rules.every((rule) => rule.passes(row, person))
      const [inside, outside] = [all.filter(passes), all.filter((row) => !passes(row))]
      hidden += outside.length
      shown += inside.length
      const said = JSON.stringify(rules.map(({ body }) => body))
      const listed = await rows(token)
      expect({ said, names: names(listed.records), total: listed.total }).toEqual({ said, names: names(inside), total: inside.length })
      expect((await rows(token, 'list', { pageSize: '1' })).total).toBe(inside.length)
      const options = await app.call<{ value: string }[]>('GET', `${base}/options`, { as: token, query: { pageSize: '200' } })
      expect(options.body.result.map(({ value }) => value).sort()).toEqual(inside.map(({ id }) => id).sort())
      if (inside.length) expect(await exported(token)).toEqual(names(inside))
      for (const row of outside.slice(0, 2)) {
        const { id } = row
        expectNotFound(await app.call('GET', `${base}/queryById`, { as: token, query: { id } }))
        expectNotFound(await app.call('PUT', `${base}/edit`, { as: token, body: { id, semesterName: `偷改${id}` } }))
        expectNotFound(await app.call('DELETE', `${base}/delete`, { as: token, query: { id } }))
      }
      const [first, second] = inside
      if (first) {
        const got = await app.call<WorldRow>('GET', `${base}/queryById`, { as: token, query: { id: first.id } })
        expect(got.body.result).toMatchObject({ semesterName: first['semesterName'] })
        const edited = await app.call('PUT', `${base}/edit`, { as: token, body: { id: first.id, endDate: '2027-01-21' } })
        expect(edited.body.success).toBe(true)
      }
      if (second && outside[0]) {
        const ids = `${second.id},${outside[0].id}`
        await app.call('DELETE', `${base}/deleteBatch`, { as: token, query: { ids } })
        const left = new Set((await rows(admin)).records.map(({ id }) => id))
        expect([left.has(second.id), left.has(outside[0].id)]).toEqual([false, true])
      }
    }
    expect(Math.min(hidden, shown)).toBeGreaterThan(ROUNDS)
  })

  test('a rule that is switched off, unticked or deleted lets the rows back in at once', async () => {
    const [holder] = holders
    if (!holder) throw new Error('nobody')
    const { role, token } = holder
    const all = (await rows(admin)).total
    const seen = async () => (await rows(token)).total
    await limit(role, [{ ruleColumn: 'createBy', ruleConditions: '=', ruleValue: 'nobody' }])
    expect(await seen()).toBe(0)
    const offered = await app.call<{ datarule: WorldRow[]; drChecked: string }>('GET', `/sys/role/datarule/${node}/${role}`, { as: admin })
    const id = offered.body.result.drChecked
    expect(offered.body.result.datarule.map((rule) => rule.id)).toContain(id)
    const edit = (body: object) => app.call('PUT', '/sys/permission/editPermissionRule', { as: admin, body: { id, ...body } })
    await edit({ status: 0 })
    expect(await seen()).toBe(all)
    await edit({ status: 1, ruleConditions: '!=' })
    expect(await seen()).toBe(all)
    await edit({ ruleConditions: '=' })
    expect(await seen()).toBe(0)
    await app.call('DELETE', '/sys/permission/deletePermissionRule', { as: admin, query: { id } })
    expect(await seen()).toBe(all)
    await limit(role, [{ ruleColumn: 'createBy', ruleConditions: '=', ruleValue: 'nobody' }])
    expect(await seen()).toBe(0)
    const none = await app.call('POST', '/sys/role/datarule', { as: admin, body: { permissionId: node, roleId: role, dataRuleIds: '' } })
    expect(none.body.success).toBe(true)
    expect(await seen()).toBe(all)
  })

  test('a rule names what the rows of its menu have; each that is accepted is obeyed without a fault', async () => {
    const faults: string[] = []
    const { role, token } = await aHolder(app, admin, { code: 'ofApplication', codes: ofApplication.map(([code]) => code) })
    for (const [code, path] of ofApplication)
      for (const ruleColumn of ['createBy', 'createTime', 'updateBy', 'update_time', 'id']) {
        const permissionId = nodeOf(app, code)
        const rule = { permissionId, ruleName: '规则', ruleColumn, ruleConditions: '=', ruleValue: '2026-01-01 00:00:00' }
        const added = await app.call<WorldRow>('POST', '/sys/permission/addPermissionRule', { as: admin, body: rule })
        if (!added.body.success) continue
        const body = { permissionId, roleId: role, dataRuleIds: added.body.result.id }
        await app.call('POST', '/sys/role/datarule', { as: admin, body })
        const { status } = await app.call('GET', path, { as: token })
        if (status !== 200) faults.push(`${path} ${ruleColumn}: ${status}`)
      }
    expectNone(faults)
  })

  test('rules are ticked only where the menu is granted, and only rules of that menu', async () => {
    const [holder] = holders
    const role = holder?.role ?? ''
    const other = nodeOf(app, 'teaching:course:view')
    const save = (body: object) => app.call('POST', '/sys/role/datarule', { as: admin, body: { roleId: role, ...body } })
    expect((await save({ permissionId: other, dataRuleIds: '' })).body.message).toBe('请先保存角色菜单权限!')
    expect((await save({ permissionId: node, dataRuleIds: 'nothing' })).body.message).toBe('所选数据规则不存在，请刷新后再试！')
    const none = await app.call('GET', `/sys/role/datarule/${other}/${role}`, { as: admin })
    expect(none.body).toMatchObject({ success: false, message: '未找到权限配置信息' })
  })

  test('only an administrator unticks a rule: others would give rows that they cannot see', async () => {
    const [holder] = holders
    if (!holder) throw new Error('nobody')
    await limit(holder.role, [{ ruleColumn: 'createBy', ruleConditions: '=', ruleValue: 'nobody' }])
    const granting = ['identity:role:view', 'identity:role:saveRolePermission', 'identity:permissionRule:view']
    const deputy = await aHolder(app, admin, { code: 'deputy', codes: granting })
    const body = { permissionId: node, roleId: holder.role, dataRuleIds: '' }
    const refused = await app.call('POST', '/sys/role/datarule', { as: deputy.token, body })
    expect(refused.body).toMatchObject({ success: false, message: '只有管理员可以取消数据规则！' })
    expect((await rows(holder.token)).total).toBe(0)
  })

  test('an import is written under the rules of the moment in which it is confirmed', async () => {
    const { role, token } = await aHolder(app, admin, { code: 'importers', codes: [...codes, 'teaching:semester:import'] })
    const semesterName = `导入${++made}`
    await addRow(app, base, { as: admin, body: { semesterName, beginDate: '2026-02-01', endDate: '2027-01-20' } })
    const form = new FormData()
    const sheet = [
      ['学期名称', '开始日期', '结束日期'],
      [semesterName, '2026-02-01', '2027-02-20'],
    ]
    form.append('file', new Blob([Uint8Array.from(await workbook(sheet))]), '学期.xlsx')
    const check = await app.call<{ job: string }>('POST', `${base}/importCheck`, { as: token, body: form })
    const { job } = check.body.result
    const phase = async () => (await app.call<{ phase: string }>('GET', `${base}/importJob`, { as: token, query: { job } })).body.result
    await expect.poll(phase, { timeout: 10_000 }).toMatchObject({ phase: 'ready', counts: { change: 1 } })
    await limit(role, [{ ruleColumn: 'createBy', ruleConditions: '=', ruleValue: 'nobody' }])
    const committed = await app.call('POST', `${base}/importCommit`, { as: token, body: { job, mode: 'all' } })
    expect(committed.body.success).toBe(false)
    const kept = (await rows(admin, 'list', { semesterName })).records
    expect(kept).toMatchObject([{ endDate: '2027-01-20' }])
  })

  test('a department role has the rules that it and its department ticked', async () => {
    const depart = await addRow(app, '/sys/sysDepart', { as: admin, body: { departName: '资料室' } })
    const role = await addRow(app, '/sys/sysDepartRole', {
      as: admin,
      body: { departId: depart.id, roleName: '资料员', roleCode: 'clerk' },
    })
    const post = (path: string, body: object) => app.call('POST', path, { as: admin, body })
    const rule = await app.call<WorldRow>('POST', '/sys/permission/addPermissionRule', {
      as: admin,
      body: { permissionId: node, ruleName: '无', ruleColumn: 'createBy', ruleConditions: '=', ruleValue: 'nobody' },
    })
    const dataRuleIds = `${rule.body.result.id},`
    const ofDepart = { permissionId: node, departId: depart.id, dataRuleIds }
    const ofRole = { permissionId: node, departId: depart.id, roleId: role.id, dataRuleIds }
    expect((await post('/sys/sysDepartPermission/datarule', ofDepart)).body.message).toBe('请先保存部门菜单权限!')
    expect((await post('/sys/sysDepartRole/datarule', ofRole)).body.message).toBe('请先保存角色菜单权限!')
    await post('/sys/permission/saveDepartPermission', { departId: depart.id, permissionIds: node })
    await post('/sys/sysDepartPermission/saveDeptRolePermission', { roleId: role.id, permissionIds: node })
    const person = await aHolder(app, admin, { code: 'plain', codes: [] })
    await app.call('PUT', '/sys/user/edit', { as: admin, body: { id: person.id, selecteddeparts: depart.id } })
    await post('/sys/sysDepartRole/deptRoleUserAdd', { userId: person.id, newRoleId: role.id, oldRoleId: '' })
    const token = await app.signIn(person.username, 'plain', 'Abc123!@')
    const seen = async () => (await rows(token)).total
    const all = (await rows(admin)).total
    expect(await seen()).toBe(all)
    expect((await post('/sys/sysDepartRole/datarule', ofRole)).body.message).toBe('所选数据规则不存在，请刷新后再试！')
    expect((await post('/sys/sysDepartPermission/datarule', ofDepart)).body.message).toBe('保存成功!')
    expect(await seen()).toBe(all)
    expect((await post(`/sys/sysDepartRole/datarule/${node}/${depart.id}/${role.id}`, ofRole)).body.message).toBe('保存成功!')
    expect(await seen()).toBe(0)
    const asked = await app.call<{ drChecked: string }>('GET', `/sys/sysDepartRole/datarule/${node}/${depart.id}/${role.id}`, { as: admin })
    expect(asked.body.result).toMatchObject({ datarule: [{ id: rule.body.result.id }], drChecked: rule.body.result.id })
    const own = await app.call<{ drChecked: string }>('GET', `/sys/sysDepartPermission/datarule/${node}/${depart.id}`, { as: admin })
    expect(own.body.result.drChecked).toBe(rule.body.result.id)
  })
})
