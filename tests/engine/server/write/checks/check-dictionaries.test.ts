import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCourse, aSemester, type CourseWorld } from '../../../../api/teaching-world.ts'
import { testApp, type TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'

onBothDatabases('a field of a dictionary', (database) => {
  let app: TestApp
  let world: CourseWorld
  beforeAll(async () => {
    app = await testApp({ database })
    const admin = await app.signIn('admin', '1')
    world = await aCourse(app, { admin, semester: (await aSemester(app, admin)).id, mark: '甲' })
  })
  afterAll(() => app.close())

  const edit = (change: object) => app.call('PUT', '/jw/bhClass/edit', { as: world.teacher.token, body: { id: world.class.id, ...change } })

  test('accepts only a value of its dictionary', async () => {
    const body = { courseId: world.course.id, className: '二班', classTime: '星期一上午', studentType: '无此类型' }
    const added = await app.call('POST', '/jw/bhClass/add', { as: world.teacher.token, body })
    expect(added.body).toMatchObject({ code: 422, details: { studentType: '学生类型不是有效的选项' } })
    expect((await edit({ studentType: '无此类型' })).body).toMatchObject({ code: 422 })
    expect((await edit({ studentType: '2' })).body.success).toBe(true)
  })

  test('keeps a value that was removed from the dictionary, as long as nobody changes it', async () => {
    await app.app.engine.db.write((tx) =>
      tx.updateTable('bh_class').set({ student_type: '旧值' }).where('id', '=', world.class.id).execute(),
    )
    expect((await edit({ className: '改名' })).body.success).toBe(true)
    expect((await edit({ className: '再改', studentType: '旧值' })).body.success).toBe(true)
    expect((await edit({ studentType: '旧值二' })).body.code).toBe(422)
  })
})
