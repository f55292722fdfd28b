import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { openDemoSchool, type DemoPage, type DemoSchool } from '../../../src/server/demo-school.ts'
import { aHolder } from '../../../src/server/identity/granted.ts'

onBothDatabases('the list of a window to choose in', (database) => {
  let shiyan: TestApp
  let admin: string
  let teacher: string
  let list: DemoSchool['list']
  /** Someone who may edit departments, and so choose who directs one, but not look at accounts. */
  let editor: string
  beforeAll(async () => {
    ;({ shiyan, admin, teacher, list } = await openDemoSchool(database))
    const codes = ['identity:department:view', 'identity:department:edit']
    editor = (await aHolder(shiyan, admin, { code: 'depart_editor', codes })).token
  })
  afterAll(() => shiyan.close())

  const ask = (query: Record<string, string>, as = editor) => shiyan.call<DemoPage>('GET', '/sys/user/finder', { as, query })
  const found = async (query: Record<string, string>) => (await ask(query)).body.result.records

  test('answers people who may write the field that is chosen there, and nobody else without the right to look', async () => {
    expect((await ask({ username: 'teacher1' })).body.result.records).toMatchObject([{ username: 'teacher1' }])
    expect((await ask({}, teacher)).body.code).toBe(510)
    expect((await shiyan.call('GET', '/sys/user/list', { as: editor })).body.code).toBe(510)
    expect((await shiyan.call('GET', '/sys/user/userRoleList', { as: editor })).body.code).toBe(510)
    const reader = await aHolder(shiyan, admin, { code: 'depart_reader', codes: ['identity:department:view'] })
    expect((await ask({}, reader.token)).body.code).toBe(510)
  })

  test('shows them the columns of the window and nothing else of a row', async () => {
    const [row] = await found({ username: 'teacher1' })
    expect(Object.keys(row ?? {}).toSorted()).toEqual([
      'id',
      'idNumber',
      'realname',
      'selecteddeparts',
      'selecteddeparts_dictText',
      'selectedroles',
      'selectedroles_dictText',
      'username',
    ])
    const [whole] = (await ask({ username: 'teacher1' }, admin)).body.result.records
    expect(whole).toHaveProperty('phone')
  })

  test('is narrowed by its filters and by the tree beside it, but not by what it does not show', async () => {
    const [above] = (await list(admin, '/sys/sysDepart/list', { departName: '电子信息学院' })).records
    const inside = await found({ departId: above?.id ?? '', username: '*teacher*' })
    const all = await found({ username: '*teacher*' })
    expect(inside.length).toBeGreaterThan(0)
    expect(inside.length).toBeLessThan(all.length)
    const [someone] = (await list(admin, '/sys/user/list', { username: 'teacher1' })).records
    const unasked: Record<string, string>[] = [
      { realname: String(someone?.realname) },
      { workNo_MultiString: '1' },
      { notInCourseId: '1' },
      { withRoleId: 'x' },
    ]
    for (const hidden of unasked) expect((await found({ username: '*teacher*', ...hidden })).length).toBe(all.length)
    const superQueryParams = encodeURIComponent(JSON.stringify([{ field: 'workNo', rule: 'eq', val: '1' }]))
    expect((await found({ username: '*teacher*', superQueryParams })).length).toBe(all.length)
    const names = async (column: string) => (await found({ username: '*teacher*', column, order: 'asc' })).map(({ username }) => username)
    expect(await names('workNo')).toEqual(await names('nothing'))
    expect(await names('username')).toEqual((await names('username')).toSorted())
  })
})
