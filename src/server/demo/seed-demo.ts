import type { StoreSettings } from '../files/storage.ts'
import type { Engine } from '../../../engine/server/index.ts'
import { asSystem } from '../access/system-actor.ts'
import { randomPassword } from '../auth/password.ts'
import { firstAdministrator } from '../role-ids.ts'
import { createDemoWriter, type DemoWriter } from './demo-writer.ts'
import { seedCourses } from './seed-courses.ts'
import { seedFiles } from './seed-files.ts'
import { seedLive } from './seed-live.ts'
import { seedPeople } from './seed-people.ts'
import { seedPlatform } from './seed-platform.ts'
import { categories, departments, universityName } from './university.ts'

/** The first administrator, if the database contains nothing else that people created. */
async function administratorOfEmpty({ db }: Engine): Promise<string | undefined> {
  const course = await db.read.selectFrom('bh_course').select('course_id').limit(1).executeTakeFirst()
  const users = await db.read.selectFrom('sys_user').select(['id', 'username']).limit(2).execute()
  const [first] = users
  return !course && users.length === 1 && first?.username === firstAdministrator ? first.id : undefined
}

/** The root takes the university's name; its departments go below, level by level. */
async function seedDepartments(engine: Engine, writer: DemoWriter): Promise<Map<string, string>> {
  const root = await engine.db.read.selectFrom('sys_depart').select('id').orderBy('org_code').limit(1).executeTakeFirst()
  const rootId = root?.id ?? ''
  const rows = [{ id: rootId, departName: universityName }]
  await engine.write({ entity: 'department', operation: 'edit', rows, ...asSystem })
  const ids = new Map([[universityName, rootId]])
  const addBelow = async (names: readonly string[], parentId: string): Promise<void> => {
    const added = await writer.add(
      'department',
      names.map((departName, index) => ({ departName, parentId, orgCategory: '2', departOrder: index + 1 })),
    )
    for (const [index, name] of names.entries()) ids.set(name, added[index] ?? '')
  }
  await addBelow(Object.keys(departments), rootId)
  for (const [name, below] of Object.entries(departments)) await addBelow(below, ids.get(name) ?? '')
  return ids
}

async function seedCategories(writer: DemoWriter): Promise<void> {
  const addBelow = (names: readonly string[], pid?: string) =>
    writer.add(
      'category',
      names.map((name) => ({ name, ...(pid !== undefined && { pid }) })),
    )
  const tops = await addBelow(Object.keys(categories))
  for (const [index, groups] of Object.values(categories).entries()) {
    const ids = await addBelow(Object.keys(groups), tops[index])
    for (const [place, names] of Object.values<readonly string[]>(groups).entries()) if (names.length > 0) await addBelow(names, ids[place])
  }
}

/**
 * Fill an empty database with a small university, the same at every first start. Answers the messages to print: the accounts and their
 * shared password.
 */
export async function seedDemo({
  engine,
  config,
}: {
  engine: Engine
  config: StoreSettings & { readonly demoPassword?: string | undefined }
}): Promise<string[]> {
  const adminId = await administratorOfEmpty(engine)
  if (adminId === undefined) return []
  const password = config.demoPassword ?? randomPassword()
  const writer = createDemoWriter(engine)
  const departmentIds = await seedDepartments(engine, writer)
  await seedCategories(writer)
  await seedPlatform(writer)
  const people = await seedPeople(writer, departmentIds, password)
  const [, courseId = ''] = await seedCourses({ writer, people, departmentIds, adminId })
  await seedLive({ engine, writer, courseId, teacherId: people.teachers[1] ?? adminId, settings: config })
  await seedFiles(engine, config, adminId)
  return [
    `演示数据：${universityName}，教师 teacher1 … teacher6，助教 assistant1 … assistant6，学生 300 名（学号即账号，如 ${people.shown[2] ?? ''}）`,
    '今天正在上课：模拟电子技术实验（教师 teacher2，助教 assistant2，学生 2025010011）',
    config.demoPassword ? '演示账号的密码取自 DEMO_PASSWORD' : `演示账号的密码 ${password}（只显示这一次）`,
  ]
}
