import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mergeEdit } from '../../engine/server/write/drafts/merge.ts'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { pick, seeded } from './contract/random-rows.ts'
import { aCourse, aSemester, type CourseWorld } from './teaching-world.ts'
import { addRow, aPerson, auditOf, roleId, type WorldRow } from './world.ts'
import { expectNone } from '../support/expect-none.ts'

const keys = ['facilityName', 'property1', 'property2', 'property'] as const
type Key = (typeof keys)[number]
type Values = Readonly<Record<string, unknown>>

/** Fields whose stored value is not the last acknowledged one; each is an update that somebody lost. */
export function lostFields(acknowledged: Values, row: Values): string[] {
  return Object.keys(acknowledged).filter((key) => (row[key] ?? '') !== (acknowledged[key] ?? ''))
}

onBothDatabases('two editors of one row', (database) => {
  let app: TestApp
  let world: CourseWorld
  let other: { readonly token: string; readonly username: string; readonly realname: string }
  let count = 0
  beforeAll(async () => {
    app = await testApp({ database })
    const admin = await app.signIn('admin', '1')
    world = await aCourse(app, { admin, semester: (await aSemester(app, admin)).id, mark: '甲乙丙' })
    other = await aPerson(app, admin, '1')
  })
  afterAll(() => app.close())

  const fresh = () => {
    const body = { courseId: world.course.id, facilityName: '示波器', facilityNum: `N${++count}`, property1: '一', property2: '二' }
    return addRow(app, '/inspect/bhFacility', { as: world.teacher.token, body })
  }
  const edit = (as: string, body: Values) => app.call<WorldRow>('PUT', '/inspect/bhFacility/edit', { as, body })
  /** An edit as our form sends it: the changes, the version it started from, and the values it saw. */
  const save = (as: string, seen: WorldRow, change: Partial<Record<Key, string>>) =>
    edit(as, {
      id: seen.id,
      version: seen['version'],
      _base: Object.fromEntries(Object.keys(change).map((key) => [key, seen[key]])),
      ...change,
    })
  const read = async (id: string) =>
    (await app.call<WorldRow>('GET', '/inspect/bhFacility/queryById', { as: world.teacher.token, query: { id } })).body.result

  test('different fields both survive', async () => {
    const seen = await fresh()
    expect((await save(world.teacher.token, seen, { facilityName: '万用表' })).body.success).toBe(true)
    expect((await save(other.token, seen, { property1: '壹' })).body.success).toBe(true)
    expect(await read(seen.id)).toMatchObject({ facilityName: '万用表', property1: '壹', property2: '二', version: 3 })
  })

  test('the same field is a conflict with both values, author and time, and nothing of the second edit is written', async () => {
    const seen = await fresh()
    await save(other.token, seen, { facilityName: '万用表' })
    const answer = await save(world.teacher.token, seen, { facilityName: '电源', property2: '贰' })
    expect([answer.status, answer.body.code]).toEqual([409, 409])
    expect(answer.body.details).toEqual({
      id: seen.id,
      version: 2,
      clashes: [{ field: 'facilityName', yours: '电源', theirs: '万用表', base: '示波器' }],
      who: other.username,
      whoName: other.realname,
      when: (await read(seen.id))['updateTime'],
    })
    expect(await read(seen.id)).toMatchObject({ facilityName: '万用表', property2: '二', version: 2 })
    expect(await auditOf(app, seen.id)).toHaveLength(2)
  })

  test('the same value from both is no conflict and makes no new version', async () => {
    const seen = await fresh()
    await save(other.token, seen, { facilityName: '万用表' })
    expect((await save(world.teacher.token, seen, { facilityName: '万用表' })).body).toMatchObject({
      success: true,
      result: { version: 2 },
    })
  })

  test('an old version without the values seen is a conflict, a current one is not, and no version at all overwrites', async () => {
    const seen = await fresh()
    await save(other.token, seen, { property1: '壹' })
    expect((await edit(world.teacher.token, { id: seen.id, version: 1, property1: '1' })).status).toBe(409)
    expect((await edit(world.teacher.token, { id: seen.id, version: 2, property1: '1' })).body.success).toBe(true)
    expect((await edit(world.teacher.token, { id: seen.id, property1: null, property2: '' })).body.result).toMatchObject({
      property1: '1',
      property2: null,
    })
  })

  test('an old edit that does not say which value it saw does not overwrite the current one', async () => {
    const seen = await fresh()
    await save(other.token, seen, { property1: '壹' })
    const answer = await edit(world.teacher.token, {
      id: seen.id,
      version: 1,
      _base: { facilityName: '示波器' },
      facilityName: '万用表',
      property1: '1',
    })
    expect(answer.status).toBe(409)
    expect(answer.body.details).toMatchObject({ clashes: [{ field: 'property1', yours: '1', theirs: '壹', base: null }] })
    expect(await read(seen.id)).toMatchObject({ facilityName: '示波器', property1: '壹', version: 2 })
  })

  test('a conflict shows a masked number in full only to users who may see it', async () => {
    const { db } = app.app.engine
    const node = await db.read.selectFrom('sys_permission').select('id').where('perms', '=', 'identity:student:edit').executeTakeFirst()
    await db.write((tx) =>
      tx
        .insertInto('sys_role_permission')
        .values({ role_id: roleId('2'), permission_id: node?.id ?? '' })
        .execute(),
    )
    await app.call('PUT', '/sys/role/edit', { as: other.token, body: { id: roleId('2'), description: '可修改学生' } })
    const { id } = world.student
    const student = async (as: string) => (await app.call<WorldRow>('GET', '/jw/user/queryById', { as, query: { id } })).body.result
    const change = (as: string, body: Values) => app.call('PUT', '/jw/user/edit', { as, body: { id, ...body } })
    expect((await change(other.token, { idNumber: '110101199003077758' })).body.success).toBe(true)
    const seen = await student(world.teacher.token)
    expect(seen['idNumber']).toBe('110***********7758')
    expect((await change(other.token, { idNumber: '440101199003077751' })).body.success).toBe(true)
    const mine = { version: seen['version'], idNumber: '11010519491231002X' }
    for (const saw of [{ _base: { idNumber: seen['idNumber'] } }, { _base: {} }, {}]) {
      const answer = await change(world.teacher.token, { ...mine, ...saw })
      expect(answer.body.details).toMatchObject({ clashes: [{ field: 'idNumber', theirs: '440***********7751' }] })
      expect(answer.raw.toString()).not.toMatch(/440101199003077751|110101199003077758/)
    }
    const guesses = [{ idNumber: '440101199003077751' }, { idNumber: '440101199003077751', _base: { idNumber: '440101199003077751' } }]
    for (const guess of guesses) expect((await change(world.teacher.token, { version: seen['version'], ...guess })).status).toBe(409)
    expect((await student(other.token))['idNumber']).toBe('440101199003077751')
  })

  test('null leaves required values unchanged, and the empty text is refused', async () => {
    const seen = await fresh()
    const refused = await edit(world.teacher.token, { id: seen.id, facilityName: '', property1: '1' })
    expect(refused.body).toMatchObject({ code: 422, details: { facilityName: '请输入设备名称!' } })
    expect(await read(seen.id)).toMatchObject({ facilityName: '示波器', property1: '一', version: 1 })
    const answer = await edit(world.teacher.token, { id: seen.id, facilityName: null, property1: '1' })
    expect(answer.body).toMatchObject({ success: true, result: { facilityName: '示波器', property1: '1', version: 2 } })
  })

  test.for([[['a']], [{ id: 'a' }], [true]])('%j as an id names no row and is refused', async ([id]) => {
    const refused = { code: 422, details: { id: '编号格式不正确' } }
    expect((await edit(world.teacher.token, { id, facilityName: 'x' })).body).toMatchObject(refused)
    const publish = await app.call('POST', '/inspect/bhCourse/audit', { as: world.teacher.token, body: { id, status: 1 } })
    expect(publish.body).toMatchObject(refused)
    const restored = await app.call('PUT', '/sys/user/putRecycleBin', { as: other.token, body: { userIds: id } })
    expect(restored.body).toMatchObject(refused)
  })

  test('clearing a field clashes like any other change', async () => {
    const seen = await fresh()
    await save(other.token, seen, { property1: '' })
    const answer = await save(world.teacher.token, seen, { property1: '壹' })
    expect(answer.body.details).toMatchObject({ clashes: [{ field: 'property1', yours: '壹', theirs: null, base: '一' }] })
  })

  test('after a conflict the editor can save again with the new version', async () => {
    const seen = await fresh()
    await save(other.token, seen, { facilityName: '万用表' })
    const now = await read(seen.id)
    expect((await save(world.teacher.token, now, { facilityName: '电源' })).body).toMatchObject({
      success: true,
      result: { facilityName: '电源', version: 3 },
    })
  })

  test('fifty rounds of random edits lose no acknowledged field', async () => {
    const random = seeded(42)
    for (let round = 0; round < 50; round++) {
      const seen = await fresh()
      const edits = Array.from({ length: 4 }, (_, n) => {
        const change: Partial<Record<Key, string>> = {}
        for (const key of keys) if (random() < 0.4) change[key] = `${round}-${n}`
        if (!Object.keys(change).length) change[pick(random, keys)] = `${round}-${n}`
        return { as: n % 2 ? other.token : world.teacher.token, change }
      })
      const answers = await Promise.all(edits.map(({ as, change }) => save(as, seen, change)))
      const taken: Record<string, unknown> = {}
      for (const [index, answer] of answers.entries()) {
        expect([200, 409]).toContain(answer.status)
        if (!answer.body.success) continue
        for (const [key, value] of Object.entries(edits[index]?.change ?? {})) {
          expect(`round ${round}: ${key} ${taken[key] === undefined ? 'once' : 'twice'}`).toBe(`round ${round}: ${key} once`)
          taken[key] = value
        }
      }
      const row = await read(seen.id)
      expectNone(lostFields(taken, row))
      const acknowledged = answers.filter((answer) => answer.body.success).length
      expect([row['version'], (await auditOf(app, seen.id)).length]).toEqual([1 + acknowledged, 1 + acknowledged])
    }
  })
})

describe('planted', () => {
  test('a merge that takes the whole later row is noticed', () => {
    const [stored, seen] = [
      { a: 'theirs', b: 'old', version: 2 },
      { a: 'old', b: 'old' },
    ]
    const careless = { ...seen, b: 'mine' }
    expect(lostFields({ a: 'theirs', b: 'mine' }, careless)).toEqual(['a'])
    const careful = mergeEdit({ id: '1', stored, values: { b: 'mine' }, base: { b: 'old' }, version: 1 })
    expect(lostFields({ a: 'theirs', b: 'mine' }, careful)).toEqual([])
  })
})
