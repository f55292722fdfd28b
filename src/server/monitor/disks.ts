import { stat, statfs } from 'node:fs/promises'

/** A disk, with the part of it that is used, in percent. */
export interface Disk {
  readonly name: string
  readonly max: number
  readonly rest: number
  readonly restPPT: number
}

async function diskAt(name: string, path: string): Promise<Disk> {
  const { blocks, bavail, bsize } = await statfs(path)
  const max = blocks * bsize
  const rest = bavail * bsize
  return { name, max, rest, restPPT: max === 0 ? 0 : Math.round(((max - rest) * 100) / max) }
}

/** The disk of the data, and the system's if that is another one. */
export async function disksOf(dataDir: string): Promise<Disk[]> {
  const root = '/'
  const [data, system] = await Promise.all([stat(dataDir), stat(root)])
  const disks = [diskAt('数据目录', dataDir), ...(data.dev === system.dev ? [] : [diskAt('系统盘', root)])]
  return Promise.all(disks)
}
