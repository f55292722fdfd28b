import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aHolder, nodeOf } from '../src/server/identity/granted.ts'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { expectNone } from '../support/expect-none.ts'
import { planOf, watchStatements, type SeenStatement } from '../support/statements.ts'
import { writeStudents } from '../support/students.ts'
import { addRow, stored } from './world.ts'

const USERS = 100_000
/** One in so many is frozen. */
const FROZEN = 50
const COLLEGES = 4
const CENTRES = 5

/** How many there are of all is counted once and kept, not asked with every page. */
const countsAll = /^select count\(\*\) as n from \(select 1 as one from "sys_user" as t where t\.del_flag = \+?(\$1|\?) limit/

/** Whether a plan reads all rows of a table of accounts, under whatever name the statement gives it. */
function readsAllAccounts({ text }: Pick<SeenStatement, 'text'>, plan: string): boolean {
  if (/Seq Scan on sys_user/.test(plan)) return true
  const names = [...text.matchAll(/\bsys_user(?:_depart|_role)?"?(?: as)? "?(\w+)"?/g)].flatMap(([, name]) => (name ? [name] : []))
  // What SQLite reads whole may be a page that it has chosen before, under the same name.
  const times = (words: string) => plan.match(new RegExp(`\\b${words}$`, 'gm'))?.length ?? 0
  return [...names, 'sys_user', 'sys_user_depart', 'sys_user_role'].some((name) => times(`SCAN ${name}`) > times(`CO-ROUTINE ${name}`))
}

onBothDatabases('a hundred thousand accounts', (database) => {
  let app: TestApp
  let admin: string
  let viewer: string
  let ruled: string
  let college: string
  let centre: string
  let seen: SeenStatement[]

  beforeAll(async () => {
    seen = watchStatements()
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    const root = (await stored(app, 'sys_depart'))[0]?.id ?? ''
    const depart = async (departName: string, parentId: string) =>
      (await addRow(app, '/sys/sysDepart', { as: admin, body: { departName, parentId, orgCategory: '2' } })).id
    const centres: string[] = []
    for (let n = 0; n < COLLEGES; n++) {
      college = await depart(`学院${n}`, root)
      for (let m = 0; m < CENTRES; m++) centres.push(await depart(`中心${n}${m}`, college))
    }
    centre = centres.at(-1) ?? ''
    await writeStudents(app.app.engine, USERS)
    const places = sql.join(centres.map((id, place) => sql`(${id}, ${sql.lit(place)})`))
    const isOne = (every: number, place: number) => sql`cast(u.study_number as bigint) % ${sql.lit(every)} = ${sql.lit(place)}`
    await app.app.engine.db.write(async (tx) => {
      await sql`insert into sys_user_depart (user_id, dep_id) select u.id, c.column1 from (values ${places}) as c
        join sys_user as u on cast(u.study_number as bigint) % ${sql.lit(centres.length)} = c.column2`.execute(tx)
      await sql`update sys_user as u set status = 2 where ${isOne(FROZEN, 1)}`.execute(tx)
      await sql`update sys_user as u set create_by = 'ruled' where ${isOne(FROZEN, 2)}`.execute(tx)
    })
    await app.app.engine.db.write((tx) => sql`analyze`.execute(tx))
    const codes = [
      'identity:user:view',
      'identity:department:view',
      'identity:department:queryMyDeptTreeList',
      'identity:departmentUser:view',
    ]
    viewer = (await aHolder(app, admin, { code: 'viewer', codes })).token
    const holder = await aHolder(app, admin, { code: 'ruled', codes })
    const permissionId = nodeOf(app, 'identity:user:view')
    const rule = { permissionId, ruleName: '由我', ruleColumn: 'createBy', ruleConditions: '=', ruleValue: 'ruled' }
    const { id } = await addRow(app, '/sys/permissionRule', { as: admin, body: rule })
    await app.call('POST', '/sys/role/datarule', { as: admin, body: { roleId: holder.role, permissionId, dataRuleIds: id } })
    ruled = holder.token
  }, 300_000)
  afterAll(async () => {
    vi.restoreAllMocks()
    await app.close()
  })

  const questions = (): (readonly [string, Readonly<Record<string, string | number>>])[] => [
    ['/sys/user/list', {}],
    ['/sys/user/list', { pageNo: 900 }],
    ['/sys/user/list', { username: '*09999*' }],
    ['/sys/user/list', { realname: '*09999*' }],
    ['/sys/user/list', { status: 2 }],
    ['/sys/user/list', { status: 2, realname: '*09999*' }],
    ['/sys/user/queryUserComponentData', { departId: college }],
    ['/sys/user/queryUserComponentData', { departId: centre, realname: '09999' }],
    ['/sys/user/queryUserComponentData', { realname: '09999' }],
    ['/sys/user/departUserList', { depId: college }],
    ['/sys/user/departUserList', { depId: centre }],
    ['/sys/user/options', {}],
    ['/sys/user/options', { keyword: '09999' }],
    ['/sys/sysDepart/queryTreeList', {}],
    ['/sys/sysDepart/queryDepartTreeSync', {}],
    ['/sys/sysDepart/queryDepartTreeSync', { pid: college }],
    ['/sys/sysDepart/searchBy', { keyWord: '中心' }],
  ]

  test.each(['administrator', 'someone who sees all', 'someone with a data rule'] as const)(
    'for %s every question about them uses an index',
    async (who) => {
      const as = { administrator: admin, 'someone who sees all': viewer, 'someone with a data rule': ruled }[who]
      const faults: string[] = []
      let looked = 0
      for (const [path, query] of questions()) {
        seen.length = 0
        const answer = await app.call('GET', path, { as, query })
        if (!answer.body.success) faults.push(`${path}: ${answer.body.message}`)
        for (const statement of seen.filter(
          ({ text }) => /^\s*(with|select)\b/i.test(text) && text.includes('sys_user') && !countsAll.test(text),
        )) {
          looked++
          const plan = await planOf(app, statement)
          if (readsAllAccounts(statement, plan)) faults.push(`${path} ${JSON.stringify(query)}: ${plan}\n${statement.text}`)
        }
      }
      expectNone(faults)
    },
  )
})

test('planted: a plan that reads all accounts is noticed', () => {
  const text = 'select 1 from "sys_user" as t where exists (select 1 from sys_user_depart as l where l.user_id = t.id)'
  expect(readsAllAccounts({ text }, 'SEARCH t USING INDEX ix_sys_user_status_create_time_id (status=?)')).toBe(false)
  expect(readsAllAccounts({ text }, 'CO-ROUTINE t\nSEARCH t USING INTEGER PRIMARY KEY (rowid=?)\nSCAN t')).toBe(false)
  expect(readsAllAccounts({ text }, 'CO-ROUTINE t\nSCAN t\nSCAN t')).toBe(true)
  expect(readsAllAccounts({ text }, 'SEARCH t USING INDEX x (id=?)\nSCAN l')).toBe(true)
  expect(readsAllAccounts({ text }, 'Seq Scan on sys_user t  (cost=0.00..1.01)')).toBe(true)
})
