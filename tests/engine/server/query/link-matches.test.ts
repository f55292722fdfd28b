import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { planOf, watchStatements, type SeenStatement } from '../../../support/statements.ts'
import { writeStudents } from '../../../support/students.ts'
import { addRow, stored } from '../../../api/world.ts'

const PEOPLE = 2400
/** In a college stands one in two, in its smaller centre one in sixty, in the empty one nobody. */
const places = { large: 2, small: 60 }

interface Listed {
  readonly total: number
  readonly records: readonly { readonly id: string }[]
}

onBothDatabases('rows that a relation links', (database) => {
  let app: TestApp
  let admin: string
  let someone: string
  let seen: SeenStatement[]
  const departments = { college: '', large: '', small: '', empty: '' }

  beforeAll(async () => {
    seen = watchStatements()
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    const depart = async (departName: string, parentId: string) =>
      (await addRow(app, '/sys/sysDepart', { as: admin, body: { departName, parentId, orgCategory: '2' } })).id
    departments.college = await depart('学院', (await stored(app, 'sys_depart'))[0]?.id ?? '')
    for (const name of ['large', 'small', 'empty'] as const) departments[name] = await depart(`中心${name}`, departments.college)
    someone = (await writeStudents(app.app.engine, PEOPLE))[0] ?? ''
    await app.app.engine.db.write(async (tx) => {
      for (const name of ['large', 'small'] as const)
        await sql`insert into sys_user_depart (user_id, dep_id) select u.id, ${departments[name]} from sys_user as u
          where cast(u.study_number as bigint) % ${sql.lit(places[name])} = 0`.execute(tx)
      await sql`update sys_user set status = 2 where cast(study_number as bigint) % 7 = 0`.execute(tx)
      await sql`update sys_user set create_time = '2020-01-01 00:00:00' where cast(study_number as bigint) % 3 = 0`.execute(tx)
    })
    await app.app.engine.db.write((tx) => sql`analyze`.execute(tx))
  }, 60_000)
  afterAll(async () => {
    vi.restoreAllMocks()
    await app.close()
  })

  const listed = async (path: string, query: Readonly<Record<string, string>>) => {
    const { body } = await app.call<Listed>('GET', path, { as: admin, query })
    expect(body.success, body.message).toBe(true)
    return { total: body.result.total, ids: body.result.records.map(({ id }) => id) }
  }

  /** Who belongs to one of these departments, newest first, worked out row by row. */
  async function members(ids: readonly string[], isFrozen: boolean): Promise<string[]> {
    const people = await stored(app, 'sys_user')
    const links = await stored(app, 'sys_user_depart')
    const linked = new Set(links.filter((link) => ids.includes(String(link['dep_id']))).map((link) => link['user_id']))
    const key = (row: (typeof people)[number]) => `${String(row['create_time'])} ${String(row['id'])}`
    return people
      .filter((row) => linked.has(row['id']) && (!isFrozen || row['status'] === 2))
      .sort((a, b) => (key(a) < key(b) ? 1 : -1))
      .map((row) => String(row['id']))
  }

  test('of many, a page is read in the order of the list; of few, their links are', async () => {
    const planFor = async (depId: string) => {
      seen.length = 0
      await listed('/sys/user/departUserList', { depId })
      const page = seen.find(({ text }) => text.includes('order by') && text.includes('sys_user_depart') && text.includes('limit'))
      return page ? planOf(app, page) : ''
    }
    expect(await planFor(departments.college)).toMatch(/ix_sys_user_create_time_id/)
    expect(await planFor(departments.small)).toMatch(/ix_sys_user_depart_dep_id/)
  })

  test.each(['college', 'large', 'small', 'empty'] as const)(
    'of the department %s are those that its links name, in order',
    async (name) => {
      const { college, large, small, empty } = departments
      const within = name === 'college' ? [college, large, small, empty] : [departments[name]]
      for (const isFrozen of [false, true]) {
        const expected = await members(within, isFrozen)
        for (const pageNo of [1, 3, 150]) {
          const page = { pageNo: String(pageNo), ...(isFrozen ? { status: '2' } : {}) }
          const wanted = { total: expected.length, ids: expected.slice((pageNo - 1) * 10, pageNo * 10) }
          expect(await listed('/sys/user/departUserList', { depId: departments[name], ...page })).toEqual(wanted)
          const narrowed = name === 'college' ? undefined : await listed('/sys/user/list', { selecteddeparts: departments[name], ...page })
          expect(narrowed ?? wanted).toEqual(wanted)
        }
      }
    },
  )

  test('a person who is put into a department stands in it at once, and leaves it so', async () => {
    const body = { depId: departments.empty, userIdList: someone }
    const ids = async () => (await listed('/sys/user/departUserList', { depId: departments.empty })).ids
    expect(await ids()).toEqual([])
    await app.call('POST', '/sys/user/editSysDepartWithUser', { as: admin, body })
    expect(await ids()).toEqual([someone])
    const query = { depId: departments.empty, userIds: someone }
    await app.call('DELETE', '/sys/user/deleteUserInDepartBatch', { as: admin, query })
    expect(await ids()).toEqual([])
  })
})
