import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { demoSchoolPassword, openDemoSchool, type DemoSchool } from '../demo-school.ts'

onBothDatabases('rules of accounts', (database) => {
  let shiyan: TestApp
  let admin: string
  let teacher: string
  let list: DemoSchool['list']
  let post: DemoSchool['post']
  let userOf: DemoSchool['userOf']
  beforeAll(async () => {
    ;({ shiyan, admin, teacher, list, post, userOf } = await openDemoSchool(database))
  })
  afterAll(() => shiyan.close())

  test('an administrator resets passwords, which ends the sessions', async () => {
    const as = await shiyan.signIn('teacher5', '2', demoSchoolPassword)
    const reset = (body: object) => shiyan.call('PUT', '/sys/user/changePassword', { as: admin, body })
    const password = 'Reset-1234'
    expect((await reset({ username: 'nobody', password, confirmpassword: password })).body.message).toBe('用户不存在！')
    expect((await reset({ username: 'teacher5', password, confirmpassword: password })).body.message).toBe('密码修改成功!')
    expect((await shiyan.call('GET', '/sys/loginfo', { as })).status).toBe(401)
    expect(await shiyan.signIn('teacher5', '2', password)).toBeTruthy()
    const student = { username: 'teacher5', password, confirmpassword: password }
    expect((await shiyan.call('PUT', '/jw/user/changePassword', { as: admin, body: student })).body.message).toBe('用户不存在！')
  })

  test('departments get codes from the server, and cannot be deleted with people in them', async () => {
    const [root] = (await list(admin, '/sys/sysDepart/list', { orgCode: 'A01' })).records
    const add = (fields: object) => post(admin, '/sys/sysDepart/add', { orgCategory: '2', orgCode: 'Z99', ...fields })
    const below = await Promise.all([1, 2, 3].map((n) => add({ departName: `新部门 ${n}`, parentId: root?.id })))
    expect(below.map(({ body }) => body.result.orgCode).sort()).toEqual(['A01A05', 'A01A06', 'A01A07'])
    expect((await add({ departName: '第二所学校', orgCategory: '1' })).body.result).toMatchObject({ orgCode: 'A02', orgType: '1' })
    const [used] = (await list(admin, '/sys/sysDepart/list', { orgCode: 'A01A04' })).records
    const refused = await shiyan.call('DELETE', '/sys/sysDepart/delete', { as: admin, query: { id: used?.id ?? '' } })
    expect(refused.body.message).toContain('用户')
    const gone = await shiyan.call('DELETE', '/sys/sysDepart/delete', { as: admin, query: { id: below[0]?.body.result.id ?? '' } })
    expect(gone.body.message).toBe('删除成功!')
  })

  test('nobody can freeze or delete the first administrator or themselves', async () => {
    const first = await userOf('admin')
    const second = await userOf('teacher6')
    const edit = (as: string, body: object) => shiyan.call('PUT', '/sys/user/edit', { as, body })
    await edit(admin, { id: second.id, selectedroles: '1000000000000000001' })
    const as = await shiyan.signIn('teacher6', '1', demoSchoolPassword)
    await shiyan.call('PUT', '/sys/user/frozenBatch', { as, body: { ids: first.id, status: 2 } })
    const remove = (id: string) => shiyan.call('DELETE', '/sys/user/delete', { as, query: { id } })
    expect((await remove(first.id)).body.success).toBe(false)
    expect((await remove(second.id)).body.message).toBe('不能删除自己的账号！')
    expect(await userOf('admin')).toMatchObject({ status: 1 })
  })

  test('built-in roles cannot be deleted', async () => {
    const answer = await shiyan.call('DELETE', '/sys/role/delete', { as: admin, query: { id: '1000000000000000004' } })
    expect(answer.body.message).toBe('系统内置角色不能删除！')
  })

  test('only users who may see accounts can look them up', async () => {
    const user = await userOf('teacher1')
    const ask = (as: string, path: string, query: Record<string, string>) => shiyan.call<unknown>('GET', path, { as, query })
    expect((await ask(admin, '/sys/user/queryUserRole', { userid: user.id })).body.result).toEqual(['1000000000000000002'])
    expect((await ask(admin, '/sys/user/userDepartList', { userId: user.id })).body).toMatchObject({
      message: '查找成功',
      result: [{ title: '电子科学系' }],
    })
    const other = await userOf('teacher2')
    const asked = { userIds: `${other.id},${user.id},nobody,${other.id}` }
    expect((await ask(admin, '/sys/user/queryByIds', asked)).body.result).toMatchObject([
      { username: 'teacher2' },
      { username: 'teacher1' },
    ])
    expect((await ask(teacher, '/sys/user/queryByIds', { userIds: user.id })).body.code).toBe(510)
    expect((await ask(admin, '/sys/user/generateUserId', {})).body.result).toMatch(/^[0-9a-f]{32}$/)
  })
})
