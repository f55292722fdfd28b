import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GuardedRoute } from '../../../../../engine/server/index.ts'
import { pick, seeded } from '../../../../api/contract/random-rows.ts'
import { screens } from '../../../../api/strangers.ts'
import { sessionRows } from '../../../../api/teaching-rows.ts'
import { aCourse, aSemester, type CourseWorld } from '../../../../api/teaching-world.ts'
import { aPerson, type WorldRow } from '../../../../api/world.ts'
import { testApp, type Method, type TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'
import { expectNone } from '../../../../support/expect-none.ts'
import { aHolder, nodeOf } from '../../identity/granted.ts'
import { randomRule } from '../random-rules.ts'

interface Explained {
  readonly name: string
  readonly allowed: boolean
  readonly permissions: readonly { code?: string; title: string }[]
  readonly reasons: readonly { kind: string; text: string; change?: { text: string } }[]
}
interface Answer {
  readonly who: { readonly username: string; readonly roleName: string }
  readonly items: readonly Explained[]
}
interface Someone {
  readonly name: string
  readonly id: string
  readonly role: string
  readonly token: string
}

const ROUNDS = 260
const rowKinds = new Set(['missing', 'bin', 'kind', 'scope', 'rule'])
const isGet = ({ method }: GuardedRoute) => method === 'GET'

onBothDatabases('explanations', (database) => {
  let app: TestApp
  let admin: string
  let mine: CourseWorld
  let theirs: CourseWorld
  let semester: WorldRow
  let people: Someone[]
  let ruled: { readonly role: string; readonly someone: Someone }
  const random = seeded(20261123)
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    semester = await aSemester(app, admin)
    const whole = async (mark: string): Promise<CourseWorld> => {
      const world = await aCourse(app, { admin, semester: semester.id, mark })
      return { ...world, ids: { ...world.ids, ...(await sessionRows(app, world)) } }
    }
    mine = await whole('甲乙丙')
    theirs = await whole('丁戊己')
    const codes = app.app.engine.permissions().flatMap(({ code, kind }) => (kind === 'button' || kind === 'screen' ? [code] : []))
    const third = await aHolder(app, admin, { code: 'third', codes: codes.filter((_, index) => index % 3 === 0) })
    const semesters = codes.filter((code) => code.startsWith('teaching:semester:'))
    const limited = await aHolder(app, admin, { code: 'limited', codes: [...semesters, 'teaching:course:view'] })
    ruled = { role: limited.role, someone: { name: 'limited', id: limited.id, role: 'limited', token: limited.token } }
    const self = await app.call<{ records: WorldRow[] }>('GET', '/sys/user/list', { as: admin, query: { username: 'admin' } })
    people = [
      { name: 'administrator', id: self.body.result.records[0]?.id ?? '', role: '1', token: admin },
      { name: 'teacher', id: mine.teacher.id, role: '2', token: mine.teacher.token },
      { name: 'other teacher', id: theirs.teacher.id, role: '2', token: theirs.teacher.token },
      { name: 'assistant', id: mine.helper.id, role: '3', token: mine.helper.token },
      { name: 'student', id: mine.student.id, role: '4', token: mine.learner },
      { name: 'third', id: third.id, role: 'third', token: third.token },
      ruled.someone,
    ]
  })
  afterAll(() => app.close())

  const ask = (query: Readonly<Record<string, string>>, as = admin) => app.call<Answer>('GET', '/sys/permission/explain', { as, query })

  async function explained(someone: Someone, query: Readonly<Record<string, string>>): Promise<Explained> {
    const answer = await ask({ userId: someone.id, roleCode: someone.role, ...query })
    const [item] = answer.body.result?.items ?? []
    if (!item) throw new Error(`${JSON.stringify(query)}: ${JSON.stringify(answer.body)}`)
    return item
  }

  /** Add a random rule for semesters, ticked for the role that has rules. */
  async function limit(): Promise<void> {
    const { body } = randomRule(random)
    const permissionId = nodeOf(app, 'teaching:semester:view')
    const added = await app.call<WorldRow>('POST', '/sys/permission/addPermissionRule', {
      as: admin,
      body: { permissionId, ruleName: `规则${body.ruleConditions}`, ...body },
    })
    if (!added.body.success) throw new Error(added.body.message)
    await app.call('POST', '/sys/role/datarule', {
      as: admin,
      body: { permissionId, roleId: ruled.role, dataRuleIds: added.body.result.id },
    })
  }

  /** What the answer of a call says about the rights of the one who made it. */
  function outcomeOf({ body }: Awaited<ReturnType<TestApp['call']>>, { reasons }: Explained): string {
    if (body.code === 510) return 'permission'
    if (body.message === '未找到对应实体') return 'row'
    return !body.success && reasons.some(({ kind, text }) => kind === 'state' && text.endsWith(body.message)) ? 'state' : 'allowed'
  }
  const verdictOf = ({ allowed, reasons }: Explained): string => {
    const kind = reasons[0]?.kind ?? ''
    return allowed ? 'allowed' : rowKinds.has(kind) ? 'row' : kind === 'state' ? 'state' : 'permission'
  }

  test('random people, calls and rows: the explanation says what the call then answers', async () => {
    const entities = new Set<string>([...screens.map(({ name }) => name), 'semester'])
    const routes = app.app.guarded.filter(
      ({ of }) => of && entities.has(of.entity) && ['view', 'edit', 'delete'].includes(of.action ?? '') && of.action !== undefined,
    )
    const seen = new Map<string, number>()
    const faults: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      if (round % 20 === 0) await limit()
      const route = pick(
        random,
        routes.filter(({ url }) => !url.endsWith('Batch')),
      )
      const entity = route.of?.entity ?? ''
      const own: Readonly<Record<string, string | undefined>> = random() < 0.5 ? mine.ids : theirs.ids
      const id = random() < 0.1 ? 'nothing' : ((entity === 'semester' ? semester.id : own[entity]) ?? 'nothing')
      const someone = pick(random, people)
      const path = route.url.slice('/api'.length)
      const said = await explained(someone, { method: route.method, path, rowId: id })
      const method = route.method as Method
      const sent = isGet(route) || method === 'DELETE' ? { query: { id } } : { body: { id } }
      const answer = await app.call(method, path, { as: someone.token, ...sent })
      const outcome = outcomeOf(answer, said)
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
      if (outcome !== verdictOf(said))
        faults.push(`${someone.name} ${method} ${path} ${id}: ${answer.body.message}, but ${JSON.stringify(said)}`)
    }
    expectNone(faults)
    expect([...seen.keys()]).toEqual(expect.arrayContaining(['allowed', 'permission', 'row']))
    expect(Math.min(...seen.values())).toBeGreaterThan(3)
  })

  test('random people and any route: whoever is refused for lack of a permission is told which, and nobody else', async () => {
    const routes = app.app.guarded.filter(({ url, access }) => access !== 'public' && !/logout|websocket|openapi|docs/.test(url))
    const faults: string[] = []
    for (let round = 0; round < 150; round++) {
      const route = pick(random, routes)
      const someone = pick(random, people.slice(1))
      const path = route.url.slice('/api'.length).replace(/:\w+|\*/g, 'x')
      const said = await explained(someone, { method: route.method, path })
      const method = route.method as Method
      const body = method === 'POST' || method === 'PUT' ? { body: {} } : {}
      const { body: answer } = await app.call(method, path, { as: someone.token, ...body })
      const refused = answer.code === 510
      const named = said.permissions.map(({ code }) => code)
      if (refused === said.allowed) faults.push(`${someone.name} ${method} ${path}: ${answer.message}, but ${JSON.stringify(said)}`)
      if (refused && !named.includes(String(answer.details?.['permission'])))
        faults.push(`${path}: refused for ${JSON.stringify(answer.details)}, named ${named.join()}`)
    }
    expectNone(faults)
  })

  test('the reason names the role, the permission with its titles, and where it is changed', async () => {
    const [, teacher, , , student] = people
    if (!teacher || !student) throw new Error('nobody')
    const lacked = await explained(student, { permission: 'teaching:course:edit' })
    expect(lacked).toMatchObject({
      allowed: false,
      permissions: [{ code: 'teaching:course:edit', title: '教学管理 › 课程准备 › 课程管理 › 编辑' }],
    })
    expect(lacked.reasons).toEqual([
      expect.objectContaining({
        kind: 'permission',
        text: '角色“学生”没有权限“教学管理 › 课程准备 › 课程管理 › 编辑”（teaching:course:edit）',
        change: expect.objectContaining({ text: '角色管理 → 学生 → 授权，勾选“教学管理 › 课程准备 › 课程管理 › 编辑”' }),
      }),
    ])
    const scoped = await explained(teacher, { path: '/inspect/bhCourse/queryById', rowId: theirs.ids['course'] ?? '' })
    expect(scoped.reasons).toEqual([
      expect.objectContaining({ kind: 'scope', text: expect.stringContaining('教师只看本人负责或参与的课程') }),
    ])
  })

  test('a data rule that hides a row is named as it was written', async () => {
    const permissionId = nodeOf(app, 'teaching:semester:view')
    const written = { ruleName: '仅自己的学期', ruleColumn: 'createBy', ruleConditions: '=', ruleValue: '#{sys_user_code}' }
    const rule = await app.call<WorldRow>('POST', '/sys/permission/addPermissionRule', { as: admin, body: { permissionId, ...written } })
    await app.call('POST', '/sys/role/datarule', {
      as: admin,
      body: { permissionId, roleId: ruled.role, dataRuleIds: rule.body.result.id },
    })
    const fresh = await aSemester(app, admin, '2031-2032-1')
    const said = await explained(ruled.someone, { path: '/inspect/bhSemester/queryById', rowId: fresh.id })
    expect(said.reasons).toEqual([
      expect.objectContaining({ kind: 'rule', text: '数据规则“仅自己的学期”（createBy = #{sys_user_code}）不包含该记录' }),
    ])
  })

  test('a state that forbids something is given with the sentence of the refusal', async () => {
    const [, teacher] = people
    if (!teacher) throw new Error('nobody')
    const answer = await ask({ userId: teacher.id, roleCode: '2', entity: 'course', rowId: mine.ids['course'] ?? '' })
    const publish = answer.body.result.items.find(({ name }) => name === 'publish')
    expect(publish).toMatchObject({ allowed: false, reasons: [{ kind: 'state' }] })
    const refused = await app.call('POST', '/inspect/bhCourse/audit', { as: teacher.token, body: { id: mine.ids['course'], status: 1 } })
    expect(publish?.reasons[0]?.text).toBe(`记录当前的状态不允许：${refused.body.message}`)
  })

  test('who may do what to a row: page by page, everybody gets the verdict of their own explanation', async () => {
    interface May {
      readonly userId: string
      readonly roleCode: string
      readonly actions: readonly { name: string; allowed: boolean }[]
    }
    const rowId = mine.ids['course'] ?? ''
    const page = (pageNo: number) =>
      app.call<{ records: May[]; total: number }>('GET', '/sys/permission/whoMay', {
        as: admin,
        query: { entity: 'course', rowId, pageNo, pageSize: 3 },
      })
    const first = await page(1)
    const all = [...first.body.result.records]
    for (let n = 2; all.length < first.body.result.total; n++) all.push(...(await page(n)).body.result.records)
    expect(new Set(all.map(({ userId, roleCode }) => `${userId} ${roleCode}`)).size).toBe(first.body.result.total)
    for (const someone of people) {
      const may = all.find(({ userId, roleCode }) => userId === someone.id && roleCode === someone.role)
      const own = await ask({ userId: someone.id, roleCode: someone.role, entity: 'course', rowId })
      const verdicts = new Map(own.body.result.items.map(({ name, allowed }) => [name, allowed]))
      for (const { name, allowed } of may?.actions ?? [])
        expect(`${someone.name} ${name} ${allowed}`).toBe(`${someone.name} ${name} ${verdicts.get(name)}`)
    }
    expect(all.some(({ userId }) => userId === mine.teacher.id)).toBe(true)
  })

  test('which rows somebody sees: the numbers are those of their own lists', async () => {
    for (const someone of people) {
      const path = '/sys/user/permissionsOf'
      const report = await app.call<{ rows: { entity: string; count: number }[] }>('GET', path, {
        as: admin,
        query: { userId: someone.id, roleCode: someone.role },
      })
      for (const { entity, count } of report.body.result.rows) {
        if (!['semester', 'course', 'experiment', 'class', 'user', 'role'].includes(entity)) continue
        const base = [...app.app.engine.models.values()].find(({ name }) => name === entity)?.entity.endpoints.base ?? ''
        const list = await app.call<{ total: number }>('GET', `${base}/list`, { as: someone.token, query: { pageSize: 1 } })
        if (list.body.success) expect(`${someone.name} ${entity} ${count}`).toBe(`${someone.name} ${entity} ${list.body.result.total}`)
      }
      expect(report.body.success).toBe(true)
    }
  })

  test('nobody but those who manage rights is told anything new', async () => {
    const outsider = await aPerson(app, admin, '2')
    const queries = {
      userId: mine.student.id,
      roleCode: '4',
      entity: 'course',
      rowId: mine.ids['course'] ?? '',
      permission: 'identity:user:view',
    }
    const paths = [
      '/sys/permission/explain',
      '/sys/permission/whoMay',
      '/sys/permission/explainable',
      '/sys/user/permissionsOf',
      '/sys/role/permissionsOf',
      '/sys/viewAs/list',
    ]
    for (const as of [mine.teacher.token, mine.helper.token, mine.learner, outsider.token])
      for (const path of paths) {
        const answer = await app.call('GET', path, { as, query: queries })
        expect(`${path} ${answer.body.code} ${JSON.stringify(answer.body.result)}`).toBe(`${path} 510 null`)
      }
    for (const path of [...paths, '/sys/permission/why']) expect((await app.call('GET', path, { query: queries })).status).toBe(401)
    const why = await app.call<object>('GET', '/sys/permission/why', { as: mine.learner, query: { ...queries, userId: 'x' } })
    expect(why.body.result).toEqual({
      items: [{ allowed: false, permissions: [{ title: '用户与权限 › 用户管理' }] }],
      ask: '系统管理员',
    })
    const rows = await app.call<object>('GET', '/sys/permission/why', {
      as: mine.learner,
      query: { entity: 'course', rowId: theirs.ids['course'] ?? '' },
    })
    expect(rows.body).toMatchObject({ success: false, message: '请说明要查询的权限、请求或数据类型！' })
  })

  test('a permission that there is not is not explained as one that is lacking', async () => {
    for (const path of ['/sys/permission/why', '/sys/permission/explain'])
      for (const permission of ['teaching:course:xyz', 'identity:nosuch:view', 'course'])
        expect((await app.call('GET', path, { as: admin, query: { permission } })).body).toMatchObject({
          success: false,
          message: '没有这个权限，请检查权限编码是否正确',
        })
  })
})
