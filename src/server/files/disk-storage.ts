import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Storage } from './storage.ts'

/** Have the entries of a folder survive a power cut. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Files in a folder of this server; `incoming` below it is none of theirs. */
export function openDisk(root: string, incoming: string): Storage {
  const absolutePath = (path: string): string | undefined => {
    const place = resolve(root, path)
    return place.startsWith(root + sep) && !place.startsWith(incoming) ? place : undefined
  }
  return {
    async keep(path, place) {
      const target = join(root, path)
      const folder = dirname(target)
      const made = await mkdir(folder, { recursive: true })
      await rename(place, target)
      await flushFolder(folder)
      // The folders that are new are entries of the ones above them.
      for (let one = folder; made !== undefined && one.length >= made.length; one = dirname(one)) await flushFolder(dirname(one))
    },
    async read(path) {
      const place = absolutePath(path)
      if (!place) return undefined
      const found = await stat(place).catch(() => undefined)
      return found?.isFile() ? createReadStream(place) : undefined
    },
    async remove(path) {
      const place = absolutePath(path)
      if (place) await rm(place, { force: true })
    },
  }
}
