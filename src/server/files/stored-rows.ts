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

const unowned = { entity: null, row_id: null, created_by: nobody }

/** Give up one file: nobody can open or claim it any more, and it will be removed. */
export async function giveUpFile(tx: Tx, path: string): Promise<void> {
  await tx.updateTable('sys_file').set(unowned).where('path', '=', path).execute()
}

/** Give up the files of a row that is deleted for good. */
export async function giveUpFilesOf(tx: Tx, entity: string, rowIds: readonly string[]): Promise<void> {
  await tx.updateTable('sys_file').set(unowned).where('entity', '=', entity).where('row_id', 'in', rowIds).execute()
}

/** Give up some of the files that were uploaded at least a day ago for a form that was never saved, by one user or by anyone. */
export async function giveUpForgotten(engine: Engine, userId?: string): Promise<void> {
  const before = timeText(Date.now() - DAY)
  await engine.db.write(async (tx) => {
    const old = tx
      .selectFrom('sys_file')
      .select('path')
      .where('created', '<', before)
      .where('created_by', '!=', nobody)
      .$if(userId !== undefined, (query) => query.where('created_by', '=', userId ?? ''))
      .where('entity', 'is', null)
      .limit(AT_ONCE)
    await tx.updateTable('sys_file').set(unowned).where('path', 'in', old).where('entity', 'is', null).execute()
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
