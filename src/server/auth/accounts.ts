import { hash } from 'node:crypto'
import type { Selectable } from 'kysely'
import mapValues from 'lodash-es/mapValues.js'
import { cleanLine, foldCase, type AppTables, type Database, type Reader, type Tx } from '../../../engine/server/index.ts'

type AccountRow = Selectable<AppTables['sys_user']>

/** A row of sys_user as sign-in sees it. */
export interface Account {
  readonly id: string
  readonly username: string
  readonly realname: string
  readonly passwordHash: string
  readonly frozen: boolean
  readonly deleted: boolean
  /** The whole row, for the parts that only travel. */
  readonly row: AccountRow
}

export interface RoleChoice {
  readonly id: string
  readonly roleCode: string
  readonly roleName: string
}

export interface DepartChoice {
  readonly id: string
  readonly departName: string
  readonly orgCode: string
}

/** A user name in the form in which it is stored, however it was typed. */
export const accountName = (typed: string): string => foldCase(cleanLine(typed))

/** The account with this username or id, deleted ones included. */
export async function readAccount(db: Reader | Tx, by: { username: string } | { id: string }): Promise<Account | undefined> {
  const accounts = db.selectFrom('sys_user').selectAll()
  const found = 'id' in by ? accounts.where('id', '=', by.id) : accounts.where('username', '=', accountName(by.username))
  const row = await found.executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    username: row.username,
    realname: row.realname,
    passwordHash: row.password,
    frozen: row.status === 2,
    deleted: row.del_flag === 1,
    row,
  }
}

/** The account as it is now, unchanged until the transaction ends: on PostgreSQL its row is locked, and SQLite has one writer. */
export async function holdAccount({ dialect }: Database, tx: Tx, id: string): Promise<Account | undefined> {
  if (dialect === 'postgres') await tx.selectFrom('sys_user').select('id').where('id', '=', id).forShare().execute()
  return readAccount(tx, { id })
}

/** Tells one password of an account from the next, without telling anything about either. */
export const passwordMark = ({ passwordHash }: Account): string => hash('sha256', passwordHash, 'base64url')

/** Why the account may not be used, for someone who has proved to be its owner; empty if it may. */
export const barOf = ({ deleted, frozen }: Account): string => (deleted ? '该用户已注销' : frozen ? '该用户已冻结' : '')

/** The roles of a user, lowest code first. */
export async function rolesOf(db: Reader | Tx, userId: string): Promise<RoleChoice[]> {
  return db
    .selectFrom('sys_user_role')
    .innerJoin('sys_role', 'sys_role.id', 'sys_user_role.role_id')
    .select(['sys_role.id as id', 'sys_role.role_code as roleCode', 'sys_role.role_name as roleName'])
    .where('sys_user_role.user_id', '=', userId)
    .orderBy('sys_role.role_code')
    .execute()
}

/** The departments of a user, in order of their code. */
export async function departsOf(db: Reader | Tx, userId: string): Promise<DepartChoice[]> {
  const rows = await db
    .selectFrom('sys_user_depart')
    .innerJoin('sys_depart', 'sys_depart.id', 'sys_user_depart.dep_id')
    .select(['sys_depart.id as id', 'sys_depart.depart_name as departName', 'sys_depart.org_code as code'])
    .where('sys_user_depart.user_id', '=', userId)
    .orderBy('sys_depart.org_code')
    .execute()
  return rows.map(({ code, ...row }) => ({ ...row, orgCode: code ?? '' }))
}

const travels = {
  id: 'id',
  username: 'username',
  realname: 'realname',
  avatar: 'avatar',
  birthday: 'birthday',
  sex: 'sex',
  email: 'email',
  phone: 'phone',
  status: 'status',
  studyNumber: 'study_number',
  workNo: 'work_no',
  userIdentity: 'user_identity',
  activitiSync: 'activiti_sync',
  post: 'post',
  createTime: 'create_time',
} as const

interface Chosen {
  readonly role: string
  readonly orgCode: string
}

/** What the client may know about the signed-in user, with the address of their picture from `pathOf`. Never the password. */
export function userInfo(account: Account, { role, orgCode }: Chosen, pathOf: (path: string) => string): Record<string, unknown> {
  const own = mapValues(travels, (column) => account.row[column] ?? null)
  const picture = account.row.avatar ?? ''
  return { ...own, avatar: picture === '' ? null : pathOf(picture), roleCode: role, orgCode }
}
