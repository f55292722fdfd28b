import type { Engine, Tx } from '../../../engine/server/index.ts'
import { timeText } from '../clock.ts'
import { storageNames, type StorageName, type FilePlace } from './storage.ts'

/** The sender of a file that is to be removed: such a file is nobody's. */
const nobody = ''
const DAY = 24 * 60 * 60_000
const AT_ONCE = 100

/** The storage that a row names; files of before there were several lie on the disk. */
export const storageIn = (name: string | null): StorageName => storageNames.find((one) => one === name) ?? 'disk'

interface NewFile extends FilePlace {
  readonly biz: string
  readonly name: string
  readonly type: string
  readonly size: number
  readonly userId: string
}

/** Write down a file before it is stored, so that whatever is stored can be found and removed again. */
export const noteFile = ({ db }: Engine, { userId, ...file }: NewFile): Promise<unknown> =>
  db.write((tx) =>
    tx
      .insertInto('sys_file')
      .values({ ...file, created_by: userId, created: timeText() })
      .execute(),
  )

const unowned = { entity: null, row_id: null, created_by: nobody, left_at: null }

/** Give up one file: nobody can open or claim it any more, and it will be removed. */
export async function giveUpFile(tx: Tx, path: string): Promise<void> {
  await tx.updateTable('sys_file').set(unowned).where('path', '=', path).execute()
}

/** Give up the files of rows that are deleted for good. */
export async function giveUpFilesOf(tx: Tx, entities: readonly string[], rowIds: readonly string[]): Promise<void> {
  await tx.updateTable('sys_file').set(unowned).where('entity', 'in', entities).where('row_id', 'in', rowIds).execute()
}

/** Note that a row names these of its files no longer. */
export async function noteLeft(tx: Tx, owner: { entities: readonly string[]; rowId: string }, paths: readonly string[]): Promise<void> {
  const files = tx.updateTable('sys_file').set({ left_at: timeText() }).where('path', 'in', paths)
  await files.where('entity', 'in', owner.entities).where('row_id', '=', owner.rowId).execute()
}

/** For so long, in milliseconds, the history of a row shows what it named before: photos that were taken anew are compared with the old ones. */
const SHOWN = 180 * DAY

/** Give up some of the files that their rows have not named for half a year; answers how many. */
export async function giveUpLeft(engine: Engine): Promise<number> {
  const before = timeText(Date.now() - SHOWN)
  return engine.db.write(async (tx) => {
    const old = tx.selectFrom('sys_file').select('path').where('left_at', '<', before).limit(AT_ONCE)
    const given = tx.updateTable('sys_file').set(unowned).where('path', 'in', old)
    return Number((await given.executeTakeFirstOrThrow()).numUpdatedRows)
  })
}

/** Give up some of the files that were uploaded at least a day ago for a form that was never saved, by one user or by anyone; answers how many. */
export async function giveUpForgotten(engine: Engine, userId?: string): Promise<number> {
  const before = timeText(Date.now() - DAY)
  return engine.db.write(async (tx) => {
    const old = tx
      .selectFrom('sys_file')
      .select('path')
      .where('created', '<', before)
      .where('created_by', '!=', nobody)
      .$if(userId !== undefined, (query) => query.where('created_by', '=', userId ?? ''))
      .where('entity', 'is', null)
      .limit(AT_ONCE)
    const given = tx.updateTable('sys_file').set(unowned).where('path', 'in', old).where('entity', 'is', null)
    return Number((await given.executeTakeFirstOrThrow()).numUpdatedRows)
  })
}

/** Some of the files that a storage is to remove. */
export async function givenUp({ db }: Engine, storage: StorageName): Promise<FilePlace[]> {
  const rows = await db.read
    .selectFrom('sys_file')
    .select('path')
    .where('created_by', '=', nobody)
    .where((e) => e(e.fn.coalesce('storage', e.val('disk')), '=', storage))
    .limit(AT_ONCE)
    .execute()
  return rows.map(({ path }) => ({ path, storage }))
}

/** The files are gone, and so are their rows. */
export const forgetFiles = ({ db }: Engine, paths: readonly string[]): Promise<unknown> =>
  db.write((tx) => tx.deleteFrom('sys_file').where('path', 'in', paths).where('created_by', '=', nobody).execute())
