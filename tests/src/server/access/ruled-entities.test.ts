import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSheet } from '../../../../engine/server/transfer/sheet/workbook.ts'
import { pick, seeded } from '../../../api/contract/random-rows.ts'
import { addRow, expectNotFound, password, roleId, stored, type WorldRow } from '../../../api/world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { aHolder, nodeOf } from '../identity/granted.ts'
import { randomRule, type RandomRule, type RuledColumns, type RuledPerson } from './random-rules.ts'

const ROUNDS = 12
const by = ['admin', 'nobody', '#{sys_user_code}', '#{sys_org_code}']
const ofPeople: RuledColumns = {
  username: { kind: 'text', values: ['p1', 'P', 'p', '_', '1', '#{sys_user_code}', 'admin'] },
  realname: { kind: 'text', values: ['王', '李a', '李A', "it's", '50%', '#{sys_user_name}'] },
  studyNumber: { kind: 'text', values: ['S1', 's', '2', 'S'] },
  status: { kind: 'number', values: ['1', '2', '0'] },
  birthday: { kind: 'day', values: ['2000-01-01', '2005-06-30', '2009-12-31'] },
  createBy: { kind: 'text', values: by },
}

interface Ruled {
  readonly name: string
  readonly base: string
  readonly columns: RuledColumns
  /** The field in the first column of its sheets. */
  readonly exported: string
  row(n: number, random: () => number, root: string): Readonly<Record<string, unknown>>
  /** What somebody changes in a row that they see. */
  readonly change: Readonly<Record<string, unknown>>
}

const aPupil: Ruled['row'] = (n, random, root) => ({
  username: `p${n}`,
  realname: `${pick(random, ['王', '李a', '李A', "it's", '50%'])}${pick(random, ['', '1', 'x'])}`,
  studyNumber: `${pick(random, ['S', 's'])}${n}`,
  birthday: pick(random, ['2000-01-01', '2005-06-30', '2009-12-31', null]),
  selecteddeparts: root,
  password,
  confirmpassword: password,
})

const entities: readonly Ruled[] = [
  { name: 'student', base: '/jw/user', columns: ofPeople, exported: 'studyNumber', row: aPupil, change: { sex: '1' } },
  {
    name: 'user',
    base: '/sys/user',
    columns: { ...ofPeople, workNo: { kind: 'text', values: ['W1', 'w', '2'] } },
    exported: 'username',
    row: (n, random, root) => ({ ...aPupil(n + 100, random, root), workNo: `${pick(random, ['W', 'w'])}${n}`, selectedroles: roleId('4') }),
    change: { sex: '1' },
  },
  {
    name: 'role',
    base: '/sys/role',
    columns: {
      roleName: { kind: 'text', values: ['角色', 'a', 'A', '教师', '%'] },
      roleCode: { kind: 'text', values: ['1', '4', 'r1', 'R', 'ruled'] },
      description: { kind: 'text', values: ['a', '说', '_'] },
      createBy: { kind: 'text', values: [...by, 'system'] },
    },
    exported: 'roleName',
    row: (n, random) => ({
      roleName: `${pick(random, ['角色', 'Aa', 'aA'])}${n}`,
      roleCode: `r${n}`,
      description: pick(random, ['a', '说明', 'a_b', null]),
    }),
    change: { description: '改过' },
  },
]

onBothDatabases('random data rules on accounts and roles', (database) => {
  let app: TestApp
  let admin: string
  let root: string
  const random = seeded(20261126)
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    root = (await stored(app, 'sys_depart'))[0]?.id ?? ''
  })
  afterAll(() => app.close())

  /** The rules of the menu, in place of those that were ticked. */
  async function limit(permissionId: string, role: string, rules: readonly RandomRule[]): Promise<void> {
    const ids: string[] = []
    for (const { body } of rules)
      ids.push((await addRow(app, '/sys/permissionRule', { as: admin, body: { permissionId, ruleName: '规则', ...body } })).id)
    const saved = await app.call('POST', '/sys/role/datarule', { as: admin, body: { permissionId, roleId: role, dataRuleIds: ids.join() } })
    expect(saved.body).toMatchObject({ success: true })
  }

  test.each(entities)(
    '$name: every verb, look-up, count and export answers what an independent reading of the rules says',
    async (ruled) => {
      const { name, base, columns, change } = ruled
      const codes = ['view', 'edit', 'delete', 'export'].map((verb) => `identity:${name}:${verb}`)
      const holder = await aHolder(app, admin, { code: `ruled_${name}`, codes })
      const account = await app.call<WorldRow>('GET', '/sys/user/queryById', { as: admin, query: { id: holder.id } })
      const person: RuledPerson = {
        username: holder.username,
        realname: String(account.body.result['realname']),
        orgCode: 'A01',
        orgCodes: ['A01'],
      }
      const made = new Set<string>()
      for (let n = 1; n <= 16; n++) {
        const { id } = await addRow(app, base, { as: admin, body: ruled.row(n, random, root) })
        if (n % 5 === 0 && name !== 'role') await app.call('PUT', '/sys/user/frozenBatch', { as: admin, body: { ids: id, status: 2 } })
        made.add(id)
      }
      const page = async (as: string, query: Readonly<Record<string, string>> = {}) =>
        (await app.call<{ records: WorldRow[]; total: number }>('GET', `${base}/list`, { as, query: { pageSize: '1000', ...query } })).body
          .result
      const ids = (rows: readonly WorldRow[]) => rows.map(({ id }) => id).sort()
      let [hidden, shown] = [0, 0]
      for (let round = 0; round < ROUNDS; round++) {
        const rules = Array.from({ length: 1 + Math.floor(random() * 2) }, () => randomRule(random, columns))
        await limit(nodeOf(app, `identity:${name}:view`), holder.role, rules)
        const all = (await page(admin)).records
        const passes = (row: WorldRow) => rules.every((rule) => rule.passes(row, person))
        const [inside, outside] = [all.filter(passes), all.filter((row) => !passes(row))]
        hidden += outside.length
        shown += inside.length
        const said = JSON.stringify(rules.map(({ body }) => body))
        const listed = await page(holder.token)
        expect({ said, ids: ids(listed.records), total: listed.total }).toEqual({ said, ids: ids(inside), total: inside.length })
        expect((await page(holder.token, { pageSize: '1' })).total).toBe(inside.length)
        const options = await app.call<{ value: string }[]>('GET', `${base}/options`, { as: holder.token, query: { pageSize: '200' } })
        expect(options.body.result.map(({ value }) => value).sort()).toEqual(ids(inside))
        if (inside.length) expect(await exported(base, holder.token)).toEqual(inside.map((row) => String(row[ruled.exported] ?? '')).sort())
        for (const { id } of outside.slice(0, 2)) {
          expectNotFound(await app.call('GET', `${base}/queryById`, { as: holder.token, query: { id } }))
          expectNotFound(await app.call('PUT', `${base}/edit`, { as: holder.token, body: { id, ...change } }))
          expectNotFound(await app.call('DELETE', `${base}/delete`, { as: holder.token, query: { id } }))
        }
        const own = inside.find(({ id }) => made.has(id))
        if (!own) continue
        expect((await app.call<WorldRow>('GET', `${base}/queryById`, { as: holder.token, query: { id: own.id } })).body.result.id).toBe(
          own.id,
        )
        expect((await app.call('PUT', `${base}/edit`, { as: holder.token, body: { id: own.id, ...change } })).body).toMatchObject({
          success: true,
        })
      }
      expect(Math.min(hidden, shown)).toBeGreaterThan(ROUNDS)
    },
  )

  async function exported(base: string, as: string): Promise<string[]> {
    const answer = await app.call('GET', `${base}/exportXls`, { as })
    const found: string[] = []
    for await (const { cells } of readSheet(new Uint8Array(answer.raw), 'xlsx')) found.push(String(cells[0] ?? ''))
    return found.slice(1).sort()
  }
})
