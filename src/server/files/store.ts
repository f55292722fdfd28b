import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, rmSync } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A file that was received but is not accepted yet. */
export interface ReceivedFile {
  readonly place: string
  readonly size: number
}

/** Files below `DATA_DIR/files`, under names that the server generates. */
export interface FileStore {
  /** Receive a stream; nothing is left behind if it breaks off. */
  receive(stream: Readable): Promise<ReceivedFile>
  discard(incoming: ReceivedFile): Promise<void>
  /** Keep a received file; answers its path, such as `course/202610/….pdf`. */
  keep(incoming: ReceivedFile, biz: string, extension: string): Promise<string>
  remove(path: string): Promise<void>
  /** Its bytes, or undefined if there is no such file. */
  read(path: string): Promise<Readable | undefined>
}

const month = (): string => new Date().toISOString().slice(0, 7).replace('-', '')

/** A store in a local folder. Files that an earlier run received only partly are deleted. */
export function openFileStore(dataDir: string): FileStore {
  const root = resolve(dataDir, 'files')
  const incoming = join(root, '.incoming')
  rmSync(incoming, { recursive: true, force: true })
  mkdirSync(incoming, { recursive: true })
  const absolutePath = (path: string): string | undefined => {
    const place = resolve(root, path)
    return place.startsWith(root + sep) && !place.startsWith(incoming) ? place : undefined
  }
  return {
    async receive(stream) {
      const place = join(incoming, randomBytes(16).toString('hex'))
      try {
        await pipeline(stream, createWriteStream(place, { flags: 'wx', mode: 0o600 }))
        return { place, size: (await stat(place)).size }
      } catch (error) {
        await rm(place, { force: true })
        throw error
      }
    },
    discard: ({ place }) => rm(place, { force: true }),
    async keep({ place }, biz, extension) {
      const path = `${biz}/${month()}/${randomBytes(16).toString('hex')}.${extension}`
      const target = join(root, path)
      await mkdir(dirname(target), { recursive: true })
      await rename(place, target)
      return path
    },
    async remove(path) {
      const place = absolutePath(path)
      if (place) await rm(place, { force: true })
    },
    async read(path) {
      const place = absolutePath(path)
      if (!place) return undefined
      const found = await stat(place).catch(() => undefined)
      return found?.isFile() ? createReadStream(place) : undefined
    },
  }
}
