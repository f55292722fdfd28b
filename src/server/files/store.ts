import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refused } from '../../../engine/server/index.ts'
import { openDisk } from './disk-storage.ts'
import { openS3, wrongStorage } from './s3-storage.ts'
import type { Storage, StorageName, FilePlace, StoreSettings } from './storage.ts'
import type { Warn } from '../warn.ts'

/** A file that was received but is not accepted yet. */
export interface ReceivedFile {
  readonly place: string
  readonly size: number
}

/** The first storage, which has all files of forms, and the second one, which has only what is sent to it. */
export type WhichStorage = 'first' | 'second'

/** Stored files, under names that the server generates. */
export interface FileStore {
  /** What the two storages are. */
  readonly names: { readonly [W in WhichStorage]: StorageName }
  /** Whether the configuration still has this storage. */
  has(storage: StorageName): boolean
  /** Receive a stream; nothing is left behind if it breaks off. */
  receive(stream: Readable): Promise<ReceivedFile>
  discard(incoming: ReceivedFile): Promise<void>
  /** Where a new file is to lie, such as `course/202610/….pdf`; refused if there is no such storage. */
  placeFor(biz: string, extension: string, which?: WhichStorage): FilePlace
  /** Keep a received file there. */
  keep(incoming: ReceivedFile, at: FilePlace, type: string): Promise<void>
  remove(at: FilePlace): Promise<void>
  /** Its bytes, or undefined if there is no such file. */
  read(at: FilePlace): Promise<Readable | undefined>
}

const month = (): string => new Date().toISOString().slice(0, 7).replace('-', '')

function openStorages({ s3Url, secondS3Url }: StoreSettings, disk: Storage, warn: Warn): { readonly [S in StorageName]?: Storage } {
  return {
    disk,
    ...(s3Url !== undefined && { s3: openS3(s3Url, warn) }),
    ...(secondS3Url !== undefined && { second: openS3(secondS3Url, warn) }),
  }
}

/** No upload takes so long, in milliseconds. */
const LONGEST_UPLOAD = 60 * 60_000

/** What a broken run received only partly. Newer files may be on their way into another node that has this folder too. */
function removeLeftOver(incoming: string): void {
  for (const name of readdirSync(incoming)) {
    const place = join(incoming, name)
    const { mtimeMs } = statSync(place, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
    if (mtimeMs < Date.now() - LONGEST_UPLOAD) rmSync(place, { force: true })
  }
}

/** The storages of the configuration; without one, files lie below `DATA_DIR/files`. */
export function openFileStore(settings: StoreSettings, warn: Warn): FileStore {
  const { dataDir, s3Url } = settings
  const root = resolve(dataDir, 'files')
  const incoming = join(root, '.incoming')
  mkdirSync(incoming, { recursive: true })
  removeLeftOver(incoming)
  const storages = openStorages(settings, openDisk(root, incoming), warn)
  const names = { first: s3Url === undefined ? 'disk' : 's3', second: 'second' } as const
  const storageOf = ({ storage }: FilePlace): Storage => {
    const found = storages[storage]
    if (!found) throw new Refused(wrongStorage)
    return found
  }
  return {
    names,
    has: (storage) => storages[storage] !== undefined,
    async receive(stream) {
      const place = join(incoming, randomBytes(16).toString('hex'))
      try {
        await pipeline(stream, createWriteStream(place, { flags: 'wx', mode: 0o600, flush: true }))
        return { place, size: (await stat(place)).size }
      } catch (error) {
        await rm(place, { force: true })
        throw error
      }
    },
    discard: ({ place }) => rm(place, { force: true }),
    placeFor(biz, extension, which = 'first') {
      const at = { path: `${biz}/${month()}/${randomBytes(16).toString('hex')}.${extension}`, storage: names[which] }
      storageOf(at)
      return at
    },
    keep: ({ place }, at, type) => storageOf(at).keep(at.path, place, type),
    remove: (at) => storageOf(at).remove(at.path),
    read: (at) => storageOf(at).read(at.path),
  }
}
