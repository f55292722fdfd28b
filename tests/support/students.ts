import { orderKey } from '../../engine/fields/text/order-key.ts'
import type { Engine } from '../../engine/server/index.ts'

const SET = 100

let made = 0

const keysOf = (row: { readonly username: string; readonly realname: string; readonly study_number: string }) => ({
  username_sort_key: orderKey(row.username),
  realname_sort_key: orderKey(row.realname, true),
  study_number_sort_key: orderKey(row.study_number),
})

/**
 * Ids of new students, or of people with another role. They are written directly to the database, because hashing a hundred
 * passwords at the front door would take a minute.
 */
export async function writeStudents({ db }: Pick<Engine, 'db'>, count: number, role = '4'): Promise<string[]> {
  const mark = ++made
  const rows = Array.from({ length: count }, (_, index) => {
    const number = `${mark}${String(index + 1).padStart(6, '0')}`
    return { id: `s${number}`, username: `s${number}`, realname: `学生${number}`, study_number: number }
  })
  const like = await db.read.selectFrom('sys_user').selectAll().where('username', '=', 'admin').executeTakeFirstOrThrow()
  await db.write(async (tx) => {
    for (let start = 0; start < count; start += SET) {
      const run = rows.slice(start, start + SET)
      await tx
        .insertInto('sys_user')
        .values(run.map((row) => ({ ...like, ...row, ...keysOf(row), phone: null, email: null })))
        .execute()
      await tx
        .insertInto('sys_user_role')
        .values(run.map(({ id }) => ({ user_id: id, role_id: `100000000000000000${role}` })))
        .execute()
    }
  })
  return rows.map(({ id }) => id)
}
