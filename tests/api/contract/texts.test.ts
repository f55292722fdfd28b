import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyEntity, AnyField, ListSpec } from '../../../engine/schema/index.ts'
import { testApp, type TestApp } from '../../support/build-app.ts'
import { onBothDatabases } from '../../support/databases.ts'
import { entityNamed, loaded } from '../../schemas/load.ts'
import { readSpec } from '../../spec/read-spec.ts'
import type { WorldRow } from '../world.ts'
import { expectNone } from '../../support/expect-none.ts'

const demoPassword = 'Shiyan-2026'
const people = [
  { who: '系统管理员', username: 'admin', role: '1', password: 'Admin-12345' },
  { who: '教师', username: 'teacher2', role: '2', password: demoPassword },
  { who: '助教', username: 'assistant2', role: '3', password: demoPassword },
  { who: '学生', username: '2025010011', role: '4', password: demoPassword },
] as const

const looksLikeId = (value: unknown): boolean => typeof value === 'string' && /(^|,)\d{15,}(,|$)/.test(value)

/** Ids have many forms, so a text is also compared with the value that it stands for. */
const isBare = (text: unknown, value: unknown): boolean =>
  typeof text !== 'string' || text === '' || looksLikeId(text) || text.split(',').some((part) => String(value).split(',').includes(part))

/** The field whose value a field shows: its own, or the one at the end of a chain of `via`. */
function shownField(entity: AnyEntity, key: string): AnyField | undefined {
  const field = entity.fields[key]
  if (field?.type !== 'via') return field
  const by = shownField(entity, field.by)
  return by && 'to' in by ? shownField(entityNamed(by.to), field.field) : undefined
}

/** A column of the document's that is an id: 数据ID. */
const shownIds = new Set(['dataLog.rowId'])

/** References that a row shows without their names, and ids where people expect a text. */
function bareOf(entity: AnyEntity, row: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(row).flatMap(([key, value]) => {
    const field = shownField(entity, key)
    if (!field || value === null || value === '') return []
    const text = row[`${key}_dictText`]
    if ('to' in field) return isBare(text, value) ? [`${entity.name}.${key}`] : []
    if (shownIds.has(`${entity.name}.${key}`)) return []
    return looksLikeId(value) && key !== entity.id && entity.list.columns.some((column) => column === key) ? [`${entity.name}.${key}`] : []
  })
}

interface Source {
  readonly entity: AnyEntity
  readonly path: string
}

/** Every list of an entity, its bin, and the calls behind the lists of its pickers. */
function sourcesOf(entity: AnyEntity): Source[] {
  const { base } = entity.endpoints
  const lists: Record<string, ListSpec<string>> = { list: entity.list, ...entity.lists }
  const bin = entity.bin ? [typeof entity.bin === 'object' ? (entity.bin.list ?? 'deleteList') : 'deleteList'] : []
  const pickers = Object.values(entity.tools ?? {}).flatMap((tool): Source[] => {
    if (tool.does !== 'pick' || tool.through === undefined) return []
    const path = entity.calls?.[tool.through]?.path ?? tool.through
    return [{ entity: entityNamed(tool.entity), path: path.startsWith('/') ? path : `${base}/${path}` }]
  })
  return [
    ...[...Object.keys(lists), ...bin, ...(entity.tree ? ['tree'] : [])].map((name) => ({ entity, path: `${base}/${name}` })),
    ...pickers,
  ]
}

const recordsOf = (result: unknown): WorldRow[] => {
  const rows: unknown = typeof result === 'object' && result !== null && 'records' in result ? result.records : result
  return Array.isArray(rows) ? rows : []
}

onBothDatabases('everyone who sees a row can read the names of the rows it refers to', (database) => {
  let shiyan: TestApp
  beforeAll(async () => {
    shiyan = await testApp({ database, env: { DEMO: '1', DEMO_PASSWORD: demoPassword } })
    const admin = await shiyan.signIn('admin', '1')
    const users = await shiyan.call<{ records: WorldRow[] }>('GET', '/sys/user/list', { as: admin, query: { pageSize: 1 } })
    const departments = await shiyan.call<{ records: WorldRow[] }>('GET', '/sys/sysDepart/list', { as: admin, query: { pageSize: 3 } })
    const body = {
      id: users.body.result.records[0]?.id,
      userIdentity: 2,
      departIds: recordsOf(departments.body.result).map(({ id }) => id),
    }
    const edit = await shiyan.call('PUT', '/sys/user/edit', { as: admin, body: { ...body, departIds: body.departIds.join(',') } })
    expect(edit.body).toMatchObject({ success: true })
    const director = { id: body.departIds[0], directorUserIds: body.id }
    expect((await shiyan.call('PUT', '/sys/sysDepart/edit', { as: admin, body: director })).body).toMatchObject({ success: true })
  })
  afterAll(() => shiyan.close())

  test.each(people)('$who: in every list, picker, bin, tree and record', async ({ username, role, password }) => {
    const as = await shiyan.signIn(username, role, password)
    const bare = new Set<string>()
    let seen = 0
    for (const { entity, path } of loaded.flatMap(sourcesOf)) {
      const course = await shiyan.call<{ records: WorldRow[] }>('GET', '/inspect/bhCourse/list', { as })
      const courseId = String(course.body.result?.records?.[0]?.['courseId'] ?? '')
      const plain = await shiyan.call('GET', path, { as, query: { pageSize: 20 } })
      const answer = plain.body.success ? plain : await shiyan.call('GET', path, { as, query: { pageSize: 20, courseId } })
      for (const row of recordsOf(answer.body.result)) {
        seen++
        for (const key of bareOf(entity, row)) bare.add(`${path}: ${key}`)
      }
      const [first] = recordsOf(answer.body.result)
      const whole = first && (await shiyan.call<WorldRow>('GET', `${entity.endpoints.base}/queryById`, { as, query: { id: first.id } }))
      if (whole?.body.success) for (const key of bareOf(entity, whole.body.result)) bare.add(`queryById: ${key}`)
    }
    expectNone(bare)
    expect(seen).toBeGreaterThan(5)
  })
  test('rows use the names of the specification, and come back complete', async () => {
    const as = await shiyan.signIn('teacher2', '2', demoPassword)
    const admin = await shiyan.signIn('admin', '1')
    const answers = readSpec().rules.filter(({ kind }) => kind === 'answers')
    for (const { entity, values } of answers) {
      const { base } = entityNamed(entity).endpoints
      // What the server notes by itself only administrators see, and it is noted a little later.
      const firstRow = async () => {
        const rows = [as, admin].map(async (one) => (await shiyan.call('GET', `${base}/list`, { as: one, query: { pageSize: 1 } })).body)
        return (await Promise.all(rows)).flatMap(({ result }) => recordsOf(result))[0] ?? {}
      }
      await expect
        .poll(async () => Object.keys(await firstRow()), { message: entity })
        .toEqual(expect.arrayContaining(Object.values(values ?? [])))
    }
    const list = async (query: Record<string, string>) =>
      recordsOf((await shiyan.call('GET', '/inspect/bhInspectionResult/submitList', { as, query })).body.result)
    const [row] = await list({ pageSize: '1' })
    expect(row).toMatchObject({ courseTitle: row?.['courseId_dictText'], groupName: '第1场', experiName: '单管共射放大电路' })
    const sent = { ...row, courseTitle: '别的课程', score: 90, submitStatus: 2 }
    const saved = await shiyan.call('PUT', '/inspect/bhInspectionResult/edit', { as, body: sent })
    expect(saved.body).toMatchObject({ success: true, result: { courseTitle: row?.['courseTitle'], score: 90 } })
    const [session] = recordsOf((await shiyan.call('GET', '/inspect/bhExperiGroup/list', { as })).body.result)
    const ofClass = async (classId: unknown) =>
      recordsOf((await shiyan.call('GET', '/inspect/bhExperiGroup/list', { as, query: { classId: String(classId) } })).body.result)
    expect(await ofClass(session?.['classId'])).toHaveLength(1)
    expect(await ofClass('1')).toHaveLength(0)
  })
})
