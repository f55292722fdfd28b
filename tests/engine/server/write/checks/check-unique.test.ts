import { afterAll, beforeAll, expect, test } from 'vitest'
import { untypedEngine } from '../../../../../engine/server/index.ts'
import { aCourse, aSemester, type CourseWorld } from '../../../../api/teaching-world.ts'
import { server } from '../../../../api/teaching-rows.ts'
import { stored } from '../../../../api/world.ts'
import { testApp, type TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'

const taken = '该课程下设备编号已存在!'

onBothDatabases('unique values', (database) => {
  let app: TestApp
  let world: CourseWorld
  beforeAll(async () => {
    app = await testApp({ database })
    const admin = await app.signIn('admin', '1')
    world = await aCourse(app, { admin, semester: (await aSemester(app, admin)).id, mark: '甲' })
  })
  afterAll(() => app.close())

  const device = (facilityNum: string) => ({ courseId: world.course.id, facilityName: '示波器', facilityNum })
  const write = (numbers: readonly string[], onRefusal: 'throw' | 'collect' = 'collect') =>
    untypedEngine(app.app.engine).write({ entity: 'equipment', operation: 'add', rows: numbers.map(device), actor: server, onRefusal })
  const said = async (numbers: readonly string[]) =>
    (await write(numbers)).map((one) => (one.outcome === 'refused' ? one.message : one.outcome))
  const numbers = async () => (await stored(app, 'bh_facility')).map((row) => String(row['facility_num']))

  test('a value that another row has is refused, and the other rows of the request continue', async () => {
    expect(await said(['A1'])).toEqual(['added'])
    expect(await said(['A1', 'A2'])).toEqual([taken, 'added'])
    expect(await said(['A3', 'A3', 'A4'])).toEqual(['added', taken, 'added'])
    await expect(write(['A5', 'A1'], 'throw')).rejects.toThrow(taken)
    expect(await numbers()).not.toContain('A5')
  })

  test('upper and lower case differ, in one request and in two', async () => {
    expect(await said(['cd-1', 'CD-1'])).toEqual(['added', 'added'])
    expect(await said(['Cd-1', 'CD-1'])).toEqual(['added', taken])
  })

  test('a row keeps its own value, and a value given up by another row of the request is free', async () => {
    const [one, other] = await write(['E1', 'E2'])
    const rows = [
      { id: other?.id, facilityNum: 'E3' },
      { id: one?.id, facilityNum: 'E2' },
    ]
    const edited = await untypedEngine(app.app.engine).write({ entity: 'equipment', operation: 'edit', rows, actor: server })
    expect(edited.map(({ outcome }) => outcome)).toEqual(['changed', 'changed'])
    expect(await said(['E1', 'E2', 'E3'])).toEqual(['added', taken, taken])
  })

  test('a row that is added on its own is refused by the index, and with the same words as one that is asked about', async () => {
    const as = await app.signIn('admin', '1')
    const send = (call: 'add' | 'edit', body: object, key?: string) =>
      app.call<{ id: string }>('POST', `/inspect/bhFacility/${call}`, { as, body, headers: key ? { 'idempotency-key': key } : {} })
    const one = await send('add', device('F1'))
    expect(one.body).toMatchObject({ success: true, result: { facilityNum: 'F1' } })
    const other = await send('add', device('F2'))
    const asked = await send('edit', { id: other.body.result.id, facilityNum: 'F1' })
    expect(asked.body).toMatchObject({ success: false, message: taken, details: { facilityNum: taken } })
    for (const key of [undefined, 'f-1']) {
      const { status, body } = await send('add', device('F1'), key)
      expect({ status, ...body, timestamp: 0 }).toEqual({ status: asked.status, ...asked.body, timestamp: 0 })
    }
    expect((await numbers()).filter((number) => number.startsWith('F'))).toEqual(['F1', 'F2'])
    expect((await send('add', device('F3'), 'f-1')).body.success).toBe(true)
  })

  test('of many that add one value at once, one is stored and the others are told the same', async () => {
    const as = await app.signIn('admin', '1')
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => app.call('POST', '/inspect/bhFacility/add', { as, body: device('G1') })),
    )
    const refusals = answers.filter(({ body }) => !body.success)
    expect(refusals.map(({ body }) => body.details)).toEqual(Array.from({ length: 11 }, () => ({ facilityNum: taken })))
    expect((await numbers()).filter((number) => number === 'G1')).toHaveLength(1)
  })
})
