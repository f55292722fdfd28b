import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const isThere = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST'

/** A secret of this installation: created once, kept in the data folder that all nodes share, readable only by its owner. */
export function serverSecret(dataDir: string, name: string): Buffer {
  const place = join(dataDir, name)
  if (!existsSync(place)) {
    mkdirSync(dataDir, { recursive: true })
    try {
      writeFileSync(place, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      // Another node was quicker.
      if (!isThere(error)) throw error
    }
  }
  return Buffer.from(readFileSync(place, 'utf8').trim(), 'base64url')
}
