import { expect } from 'vitest'
import { testApp } from '../../support/build-app.ts'
import type { DatabaseKind } from '../../support/databases.ts'

export const demoSchoolPassword = 'Demo-12345'

export interface DemoRow {
  readonly id: string
  readonly [field: string]: unknown
}
export interface DemoPage {
  readonly records: readonly DemoRow[]
  readonly total: number
}

/** The demo university with its administrator, two teachers, and functions to call it. */
export async function openDemoSchool(database: DatabaseKind) {
  const shiyan = await testApp({ database, env: { DEMO: '1', DEMO_PASSWORD: demoSchoolPassword } })
  const admin = await shiyan.signIn('admin', '1')
  const teacher = await shiyan.signIn('teacher1', '2', demoSchoolPassword)
  const other = await shiyan.signIn('teacher2', '2', demoSchoolPassword)

  const list = async (as: string, path: string, query: Record<string, string | number> = {}): Promise<DemoPage> => {
    const { body } = await shiyan.call<DemoPage>('GET', path, { as, query: { pageSize: 1000, ...query } })
    expect(body.message).toBe('操作成功！')
    return body.result
  }
  const post = (as: string, path: string, body: unknown) => shiyan.call<DemoRow>('POST', path, { as, body })
  const courseOf = async (as: string, title: string): Promise<DemoRow> => {
    const { records } = await list(as, '/inspect/bhCourse/list', { courseTitle: title })
    const [course] = records
    if (!course) throw new Error(`no course ${title}`)
    return course
  }
  const userOf = async (username: string): Promise<DemoRow> => {
    const [user] = (await list(admin, '/sys/user/list', { username })).records
    if (!user) throw new Error(`no user ${username}`)
    return user
  }
  return { shiyan, admin, teacher, other, list, post, courseOf, userOf }
}

export type DemoSchool = Awaited<ReturnType<typeof openDemoSchool>>
