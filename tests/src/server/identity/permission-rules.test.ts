import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRow, type WorldRow } from '../../../api/world.ts'
import { aHolder, nodeOf } from './granted.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

onBothDatabases('data rules of menus', (database) => {
  let app: TestApp
  let admin: string
  let students: string
  let folder: string
  let button: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    const nodes = await app.app.engine.db.read.selectFrom('sys_permission').select(['id', 'code']).execute()
    const idOf = (code: string) => nodes.find((node) => node.code === code)?.id ?? ''
    students = idOf('identity:student:view')
    folder = idOf('identity')
    button = idOf('identity:student:edit')
  })
  afterAll(() => app.close())

  const whole = { ruleName: '本人', ruleColumn: 'createBy', ruleConditions: '=', ruleValue: '#{sys_user_code}' }
  const save = (body: Readonly<Record<string, unknown>>) =>
    app.call<WorldRow>('POST', '/sys/permission/addPermissionRule', { as: admin, body: { permissionId: students, ...whole, ...body } })
  const refusal = async (body: Readonly<Record<string, unknown>>) => (await save(body)).body

  test('are added, edited, listed, searched and deleted under the addresses of the document', async () => {
    const added = await save({})
    expect(added.body).toMatchObject({ success: true, message: '添加成功！', result: { ...whole, status: 1 } })
    const { id } = added.body.result
    const edited = await app.call('PUT', '/sys/permission/editPermissionRule', { as: admin, body: { id, ruleName: '自己的', status: 0 } })
    expect(edited.body).toMatchObject({ success: true, message: '更新成功！', result: { ruleName: '自己的', status: 0 } })
    const list = (path: string, query: Readonly<Record<string, string>>) =>
      app.call<WorldRow[]>('GET', `/sys/permission/${path}`, { as: admin, query })
    const all = await list('getPermRuleListByPermId', { permissionId: students })
    expect(all.body.result).toMatchObject([{ id, ruleName: '自己的', ruleColumn: 'createBy', ruleConditions: '=', status: 0 }])
    expect((await list('queryPermissionRule', { permissionId: students, ruleName: '己' })).body.result).toMatchObject([{ id }])
    expect((await list('queryPermissionRule', { permissionId: students, ruleValue: '没有' })).body.result).toEqual([])
    const gone = await app.call('DELETE', '/sys/permission/deletePermissionRule', { as: admin, query: { id } })
    expect(gone.body).toMatchObject({ success: true, message: '删除成功！' })
    expect((await list('getPermRuleListByPermId', { permissionId: students })).body.result).toEqual([])
  })

  test('need a name, a condition and a value', async () => {
    expect((await refusal({ ruleName: ' ' })).details).toEqual({ ruleName: '请输入规则名称!' })
    expect((await refusal({ ruleConditions: '' })).details).toMatchObject({ ruleConditions: '请选择条件!' })
    expect((await refusal({ ruleValue: '' })).details).toEqual({ ruleValue: '请输入规则值!' })
  })

  test('have no column where the value is an expression, and a trimmed one elsewhere', async () => {
    const expression = await save({ ruleConditions: 'USE_SQL_RULES', ruleValue: "createBy = '#{sys_user_code}' or status = 1" })
    expect(expression.body).toMatchObject({ success: true, result: { ruleColumn: null } })
    expect((await save({ ruleColumn: ' createBy ' })).body.result).toMatchObject({ ruleColumn: 'createBy' })
    expect((await refusal({ ruleColumn: '' })).details).toEqual({ ruleColumn: '请输入规则字段!' })
  })

  describe('are refused where they could not be obeyed', () => {
    test.each([
      ['an unknown field', { ruleColumn: 'nothing' }, { ruleColumn: '学生没有可以作为规则的字段“nothing”' }],
      ['a secret', { ruleColumn: 'password', ruleValue: 'x' }, { ruleColumn: '学生没有可以作为规则的字段“password”' }],
      [
        'an unknown variable',
        { ruleValue: '#{nobody}' },
        {
          ruleValue:
            '没有变量 #{nobody}，可用的变量是 sys_user_code、sys_user_name、sys_org_code、sys_multi_org_code、sys_date、sys_time、bpm_status、tenant_id',
        },
      ],
      ['a text for a number', { ruleColumn: 'status', ruleValue: 'x' }, { ruleValue: '字段“status”是数字，规则值“x”不是' }],
      [
        'a number that should contain something',
        { ruleColumn: 'status', ruleConditions: 'LIKE', ruleValue: '1' },
        { ruleConditions: '字段“status”是数字，不能用模糊条件' },
      ],
      [
        'a text for a day',
        { ruleColumn: 'birthday', ruleConditions: '>', ruleValue: '昨天' },
        { ruleValue: '字段“birthday”是日期，规则值应为 2026-01-31 或 2026-01-31 08:00:00' },
      ],
      [
        'an expression that is none, with its place',
        { ruleConditions: 'USE_SQL_RULES', ruleValue: 'status = 1; drop table sys_user' },
        { ruleValue: '表达式第11个字符处有误：“;”不可识别，应为 and、or 或结束' },
      ],
      [
        'an expression over a field that is not there',
        { ruleConditions: 'USE_SQL_RULES', ruleValue: 'status = 1 and salt = 2' },
        { ruleValue: '表达式第16个字符处有误：学生没有可以作为规则的字段“salt”' },
      ],
    ])('%s', async (_what, body, details) => {
      expect(await refusal(body)).toMatchObject({ success: false, code: 422, details })
    })

    test('a folder, a button, a menu that is not there', async () => {
      const sentence = { permissionId: '该菜单不是数据列表，不能设置数据规则！' }
      expect((await refusal({ permissionId: folder })).details).toEqual(sentence)
      expect((await refusal({ permissionId: button })).details).toEqual(sentence)
      expect((await refusal({ permissionId: 'nowhere' })).details).toEqual({ permissionId: '未找到菜单信息' })
    })
  })

  test('ask for no value that their writer sees starred: the rows that they show would tell it sign by sign', async () => {
    const codes = ['identity:permissionRule:add', 'identity:user:view']
    const writer = await aHolder(app, admin, { code: 'ruleWriter', codes })
    const permissionId = nodeOf(app, 'identity:user:view')
    const add = (body: object, as = writer.token) =>
      app.call('POST', '/sys/permission/addPermissionRule', { as, body: { permissionId, ...whole, ...body } })
    const sentence = '用户没有可以作为规则的字段“idNumber”'
    const plain = { ruleColumn: 'idNumber', ruleConditions: 'RIGHT_LIKE', ruleValue: '1101' }
    expect((await add(plain)).body).toMatchObject({ code: 422, details: { ruleColumn: sentence } })
    const hidden = { ruleConditions: 'USE_SQL_RULES', ruleValue: "username = 'x' or idNumber like '1%'" }
    expect((await add(hidden)).body.details?.['ruleValue']).toContain(sentence)
    expect((await add({})).body.success).toBe(true)
    expect((await add(plain, admin)).body.success).toBe(true)
  })

  test('an edit is read like a new rule', async () => {
    const { id } = await addRow(app, '/sys/permissionRule', { as: admin, body: { permissionId: students, ...whole } })
    const edited = await app.call('PUT', '/sys/permission/editPermissionRule', { as: admin, body: { id, ruleColumn: 'nothing' } })
    expect(edited.body).toMatchObject({ success: false, details: { ruleColumn: expect.any(String) } })
  })
})
