import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { backUpDatabase } from '../../../engine/server/index.ts'
import { timeText } from '../clock.ts'

/** The database that is backed up, and the folder below which its copies are kept. */
export interface BackUpPlace {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
}

const ours = /^shiyan-\d{14}\.(db|dump)(\.part)?$/

/** Copies older than this, and what a run that was broken off left behind. */
async function removeOld(folder: string, before: number): Promise<number> {
  let count = 0
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    if (!ours.test(name) || (!name.endsWith('.part') && (await stat(file)).mtimeMs >= before)) continue
    await rm(file)
    count++
  }
  return count
}

/** Copy the database into the folder of backups, and delete the copies that are older than these days; answers what was done. */
export async function backUp(place: BackUpPlace, days: number): Promise<string> {
  const folder = join(place.dataDir, 'backups')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `shiyan-${timeText().replace(/\D/g, '')}.${place.databaseUrl === undefined ? 'db' : 'dump'}`
  const part = join(folder, `${name}.part`)
  await rm(part, { force: true })
  await backUpDatabase(place, part)
  await rename(part, join(folder, name))
  const { size } = await stat(join(folder, name))
  const old = await removeOld(folder, Date.now() - days * 24 * 60 * 60_000)
  return `已备份到 backups/${name}，${Math.ceil(size / 1024)} KB；删除了 ${old} 个 ${days} 天以前的备份`
}
