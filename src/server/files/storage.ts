import type { Readable } from 'node:stream'

/** The server's own folder, or a storage of the configuration. */
export const storageNames = ['disk', 's3', 'second'] as const
export type StorageName = (typeof storageNames)[number]

/** Where a file lies. */
export interface FilePlace {
  readonly path: string
  readonly storage: StorageName
}

/** What a storage does with the files that it has, by their paths. */
export interface Storage {
  /** Keep a file that lies at `place` on this disk; it is complete there, or not there at all. */
  keep(path: string, place: string, type: string): Promise<void>
  /** Its bytes, or undefined if there is no such file. */
  read(path: string): Promise<Readable | undefined>
  /** A file that is not there is removed already. */
  remove(path: string): Promise<void>
}

/** Where files are stored. */
export interface StoreSettings {
  readonly dataDir: string
  readonly s3Url: string | undefined
  readonly secondS3Url: string | undefined
}
