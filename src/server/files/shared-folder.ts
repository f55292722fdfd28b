import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type SqlBool } from 'kysely'
import type { Database } from '../../../engine/server/index.ts'
import { isSettled, settledSetting } from '../settled-setting.ts'
import type { StoreSettings } from './storage.ts'
import type { Warn } from '../warn.ts'

const setting = 'files-place'

/** The mark of a data folder; a folder without one gets it if no node has marked another. */
function markOf(dataDir: string, isMarked: boolean): string {
  const place = join(dataDir, setting)
  if (existsSync(place)) return readFileSync(place, 'utf8')
  const mark = randomUUID()
  if (!isMarked) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(place, mark)
  }
  return mark
}

/** Whether a file lies in the data folder: without S3 each does, and those of before it was set still do. */
async function hasOnDisk({ read }: Database): Promise<boolean> {
  const isHere = sql<SqlBool>`coalesce(storage, 'disk') = 'disk'`
  return (await read.selectFrom('sys_file').select('path').where(isHere).limit(1).executeTakeFirst()) !== undefined
}

/** The nodes of a database have its data folder in common, for the files in it: a node with another one says so. */
export async function checkSharedFolder(db: Database, settings: StoreSettings, warn: Warn): Promise<void> {
  const { dataDir, s3Url } = settings
  if (db.dialect === 'sqlite' || (s3Url !== undefined && !(await hasOnDisk(db)))) return
  const mark = markOf(dataDir, await isSettled(db, setting))
  if ((await settledSetting(db, setting, mark)) === mark) return
  warn(
    s3Url === undefined
      ? `上传的文件保存在 ${dataDir}，这不是其他节点使用的目录：请让各节点共用一个 DATA_DIR，或者设置 S3_URL，否则一个节点收到的文件在另一个节点上打不开`
      : `设置 S3_URL 之前上传的文件仍在原来的目录中，${dataDir} 不是那个目录：请让各节点共用一个 DATA_DIR，否则这些文件在本节点上打不开`,
  )
}
