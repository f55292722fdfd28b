import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Storage } from './storage.ts'

/** Files in a folder of this server; `incoming` below it is none of theirs. */
export function openDisk(root: string, incoming: string): Storage {
  const absolutePath = (path: string): string | undefined => {
    const place = resolve(root, path)
    return place.startsWith(root + sep) && !place.startsWith(incoming) ? place : undefined
  }
  return {
    async keep(path, place) {
      const target = join(root, path)
      await mkdir(dirname(target), { recursive: true })
      await rename(place, target)
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
