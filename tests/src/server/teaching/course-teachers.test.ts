import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCourse, aSemester, type CourseWorld } from '../../../api/teaching-world.ts'
import { aPerson, expectNotFound, password, type WorldRow } from '../../../api/world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

const base = '/inspect/bhCourseTeacher'
const ownersAlone = '只有本课程的授课教师或管理员可以管理任课教师！'

onBothDatabases('further teachers of a course', (database) => {
  let app: TestApp
  let admin: string
  let world: CourseWorld
  let colleague: { id: string; token: string }
  let third: { id: string; token: string }
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    world = await aCourse(app, { admin, semester: (await aSemester(app, admin)).id, mark: '甲' })
    colleague = await aPerson(app, admin, '2')
    third = await aPerson(app, admin, '2')
  })
  afterAll(() => app.close())

  const add = (as: string, ids: string) => app.call('POST', `${base}/addTeachers`, { as, body: { courseId: world.course.id, ids } })
  const courses = async (as: string) =>
    (await app.call<{ records: WorldRow[] }>('GET', '/inspect/bhCourse/list', { as })).body.result.records.map(({ id }) => id)
  const people = async (as: string) => {
    const answer = await app.call<{ records: WorldRow[] }>('GET', `${base}/list`, { as, query: { courseId: world.course.id } })
    return answer.body.result.records
  }

  test('are teachers, offered until they are in the course', async () => {
    const offered = async () => {
      const query = { courseId: world.course.id, pageSize: 100 }
      const answer = await app.call<{ records: WorldRow[] }>('GET', `${base}/listTeachers`, { as: world.teacher.token, query })
      return answer.body.result.records.map(({ id }) => id)
    }
    expect((await offered()).sort()).toEqual([colleague.id, third.id].sort())
    expect((await add(world.teacher.token, world.student.id)).body.message).toBe('所选用户不是可用的教师账号！')
    expect((await add(admin, world.teacher.id)).body.message).toBe('授课教师已在本课程中！')
    expect(await people(admin)).toEqual([])
  })

  test('see the course from when the owner adds them until the owner removes them', async () => {
    expect(await courses(colleague.token)).toEqual([])
    const answers = [await add(world.teacher.token, colleague.id), await add(world.teacher.token, colleague.id)]
    expect(answers.map(({ body }) => body.message)).toEqual(['添加成功！', '添加成功！'])
    expect(await courses(colleague.token)).toEqual([world.course.id])
    const [row, ...more] = await people(world.teacher.token)
    expect([row?.['userId'], more]).toEqual([colleague.id, []])
    const assistants = await app.call<{ records: WorldRow[] }>('GET', '/jw/tea/list', { as: admin, query: { courseId: world.course.id } })
    expect(assistants.body.result.records.map(({ userId }) => userId)).toEqual([world.helper.id])
    const edit = { id: world.experiment.id, experiName: '由同事改名' }
    expect((await app.call('PUT', '/inspect/bhExperi/edit', { as: colleague.token, body: edit })).body.success).toBe(true)
    expect((await add(colleague.token, third.id)).body.message).toBe(ownersAlone)
    const remove = (as: string) => app.call('DELETE', `${base}/delete`, { as, query: { id: row?.id ?? '' } })
    expect((await remove(colleague.token)).body.message).toBe(ownersAlone)
    expectNotFound(await remove(third.token))
    expectNotFound(await add(third.token, third.id))
    expect((await remove(world.teacher.token)).body.success).toBe(true)
    expect(await courses(colleague.token)).toEqual([])
  })

  test('cannot be users who work as assistants, whatever other roles they have', async () => {
    const both = await aPerson(app, admin, '23')
    const added = await app.call('POST', '/jw/tea/addCourseTea', {
      as: world.teacher.token,
      body: { courseId: world.course.id, ids: both.id },
    })
    expect(added.body.success).toBe(true)
    expect(await courses(both.token)).toEqual([])
    expect(await courses(await app.signIn(both.username, '3', password))).toEqual([world.course.id])
  })

  test('can be added by an administrator, but not by a user who only assists', async () => {
    expect((await add(admin, third.id)).body.success).toBe(true)
    expect(await courses(third.token)).toEqual([world.course.id])
    expect((await add(world.helper.token, colleague.id)).body).toMatchObject({ success: false, code: 510 })
  })
})
