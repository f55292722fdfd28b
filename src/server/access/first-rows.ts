import type { Engine } from '../../../engine/server/index.ts'
import { roleCodes } from '../../../schemas/identity/role-codes.ts'
import { randomPassword } from '../auth/password.ts'
import { rootDepartmentId } from '../identity/root-department.ts'
import { firstAdministrator, roleIds } from '../role-ids.ts'
import { addFirstJobs } from '../jobs/first-jobs.ts'
import type { Access } from './access.ts'
import { defaultDictionaries } from './default-dictionaries.ts'
import { syncPermissions } from './sync-permissions.ts'
import { asSystem } from './system-actor.ts'

const builtInRoles = [
  { id: roleIds.administrator, roleCode: roleCodes.administrator, roleName: '系统管理员', description: '管理用户、角色、部门、字典与平台' },
  { id: roleIds.teacher, roleCode: roleCodes.teacher, roleName: '教师', description: '管理自己的课程与课程中的一切' },
  { id: roleIds.assistant, roleCode: roleCodes.assistant, roleName: '助教', description: '协助所加入课程的考察' },
  { id: roleIds.student, roleCode: roleCodes.student, roleName: '学生', description: '查看自己的课程与成绩' },
]

async function addRoles(engine: Engine): Promise<void> {
  const rows = await engine.db.read.selectFrom('sys_role').select(['id', 'role_code']).execute()
  const presentKeys = new Set(rows.flatMap((row) => [row.id, row.role_code]))
  const missing = builtInRoles.filter((role) => !presentKeys.has(role.id) && !presentKeys.has(role.roleCode))
  await engine.write({ entity: 'role', operation: 'add', rows: missing, ...asSystem })
}

async function addDictionaries(engine: Engine): Promise<void> {
  const rows = await engine.db.read.selectFrom('sys_dict').select('dict_code').execute()
  const presentCodes = new Set(rows.map((row) => row.dict_code))
  const missing = defaultDictionaries.filter(({ code }) => !presentCodes.has(code))
  await engine.db.write(async (tx) => {
    const write = { operation: 'add' as const, ...asSystem }
    const dictionaries = await engine.write(
      { ...write, entity: 'dictionary', rows: missing.map(({ code, name }) => ({ dictCode: code, dictName: name })) },
      tx,
    )
    const items = missing.flatMap(({ items }, place) =>
      items.map(([itemValue, itemText], index) => ({
        dictId: dictionaries[place]?.id,
        itemValue,
        itemText,
        sortOrder: index + 1,
        status: 1 as const,
      })),
    )
    await engine.write({ ...write, entity: 'dictionaryItem', rows: items }, tx)
  })
}

/** The root of the department tree, made if there is none. */
async function rootDepartment(engine: Engine): Promise<string> {
  const root = await rootDepartmentId(engine.db.read)
  if (root !== undefined) return root
  const rows = [{ departName: '学校', orgCategory: '1', departOrder: 0 }]
  const [made] = await engine.write({ entity: 'department', operation: 'add', rows, ...asSystem })
  return made?.id ?? ''
}

/** Adds the first administrator; answers what must be shown about the account if it was created now. */
async function addAdministrator(engine: Engine, given: string | undefined): Promise<string[]> {
  const administrator = await engine.db.read
    .selectFrom('sys_user')
    .select('id')
    .where('username', '=', firstAdministrator)
    .executeTakeFirst()
  if (administrator) return []
  const password = given ?? randomPassword()
  const account = {
    username: firstAdministrator,
    password,
    confirmpassword: password,
    realname: '管理员',
    selectedroles: `${roleIds.administrator},${roleIds.teacher}`,
    selecteddeparts: await rootDepartment(engine),
  }
  await engine.write({ entity: 'user', operation: 'add', rows: [account], ...asSystem })
  return [
    given
      ? `管理员账号 ${firstAdministrator}，密码取自 ADMIN_PASSWORD`
      : `管理员账号 ${firstAdministrator}，密码 ${password}（只显示这一次，请妥善保存）`,
  ]
}

export interface FirstRows {
  readonly engine: Engine
  readonly access: Access
  readonly config: { readonly adminPassword?: string | undefined }
}

/**
 * At every start: roles, permission tree, dictionaries, the first administrator and the first jobs, each only if missing. Answers the messages to
 * print.
 */
export async function seedFirstRows({ engine, access, config }: FirstRows): Promise<string[]> {
  await addRoles(engine)
  await addDictionaries(engine)
  await syncPermissions(engine, engine.permissions())
  const messages = await addAdministrator(engine, config.adminPassword)
  await addFirstJobs(engine)
  access.invalidate()
  return messages
}
