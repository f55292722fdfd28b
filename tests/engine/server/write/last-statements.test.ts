import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSemester } from '../../../api/teaching-world.ts'
import { addRow, aPerson } from '../../../api/world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

/** Make the database refuse audit rows of equipment, until it is undone. */
const refusing = {
  sqlite: {
    begin: `create trigger no_audit before insert on sys_audit when new.entity = 'equipment' begin select raise(abort, 'refused'); end`,
    end: 'drop trigger no_audit',
  },
  postgres: {
    begin: `alter table sys_audit add constraint no_audit check (entity <> 'equipment') not valid`,
    end: 'alter table sys_audit drop constraint no_audit',
  },
}

onBothDatabases('a row whose audit fails', (database) => {
  let app: TestApp
  let teacher: string
  let course: string
  let equipment: string
  beforeAll(async () => {
    app = await testApp({ database })
    const admin = await app.signIn('admin', '1')
    const semester = (await aSemester(app, admin)).id
    teacher = (await aPerson(app, admin, '2')).token
    course = (await addRow(app, '/inspect/bhCourse', { as: teacher, body: { courseTitle: '课程', semester, studentType: '1' } })).id
    equipment = (await add('S1')).body.result.id
  })
  afterAll(() => app.close())

  const add = (facilityNum: string) =>
    app.call<{ id: string }>('POST', '/inspect/bhFacility/add', {
      as: teacher,
      body: { courseId: course, facilityName: '示波器', facilityNum },
    })
  const edit = (facilityName: string) => app.call('PUT', '/inspect/bhFacility/edit', { as: teacher, body: { id: equipment, facilityName } })
  const stored = async () =>
    (await app.app.engine.db.read.selectFrom('bh_facility').selectAll().orderBy('id').execute()).map((row) => JSON.stringify(row))

  test('is neither added nor edited, and what comes after it is', async () => {
    const before = await stored()
    const { begin, end } = refusing[app.app.engine.db.dialect]
    const execute = (statement: string) => app.app.engine.db.write((tx) => sql.raw(statement).execute(tx))
    await execute(begin)
    expect((await add('S2')).body.success).toBe(false)
    expect((await edit('电源')).body.success).toBe(false)
    await execute(end)
    expect(await stored()).toEqual(before)
    expect((await add('S3')).body.success).toBe(true)
    expect((await edit('电源')).body.success).toBe(true)
    expect(await stored()).toHaveLength(before.length + 1)
  })
})
