import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { backUpDatabase } from '../../../engine/server/index.ts'
import { timeText } from '../clock.ts'

/** The database that is backed up, and the folder below which its copies are kept. */
export interface BackUpPlace {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
}

const whole = /^shiyan-\d{14}\.(db|dump)$/
const begun = /^shiyan-\d{14}\.(db|dump)\.part$/

/** Delete the files of a kind that nobody has written to since a moment; answers how many. */
async function removeOld(folder: string, kind: RegExp, before: number): Promise<number> {
  let count = 0
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    if (!kind.test(name) || (await stat(file)).mtimeMs >= before) continue
    await rm(file)
    count++
  }
  return count
}

/** A copy that nothing was added to for so long, in milliseconds, was broken off: its node is gone. */
const BROKEN_OFF = 60_000

/** Copy the database into the folder of backups, and delete the copies that are older than these days; answers what was done. */
export async function backUp(place: BackUpPlace, days: number): Promise<string> {
  const folder = join(place.dataDir, 'backups')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `shiyan-${timeText().replace(/\D/g, '')}.${place.databaseUrl === undefined ? 'db' : 'dump'}`
  const part = join(folder, `${name}.part`)
  // First of all: the disk may be full of them.
  await removeOld(folder, begun, Date.now() - BROKEN_OFF)
  try {
    await backUpDatabase(place, part)
    await rename(part, join(folder, name))
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  const { size } = await stat(join(folder, name))
  const old = await removeOld(folder, whole, Date.now() - days * 24 * 60 * 60_000)
  return `已备份到 backups/${name}，${Math.ceil(size / 1024)} KB；删除了 ${old} 个 ${days} 天以前的备份`
}
