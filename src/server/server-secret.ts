import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../engine/server/index.ts'

const newSecret = (): string => randomBytes(32).toString('base64url')
const isThere = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST'

/** A secret of this installation: created once, kept in the data folder that all nodes share, readable only by its owner. */
export function serverSecret(dataDir: string, name: string): Buffer {
  const place = join(dataDir, name)
  if (!existsSync(place)) {
    mkdirSync(dataDir, { recursive: true })
    try {
      writeFileSync(place, newSecret(), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      // Another node was quicker.
      if (!isThere(error)) throw error
    }
  }
  return Buffer.from(readFileSync(place, 'utf8').trim(), 'base64url')
}

/**
 * A secret that all nodes read from the database, whether they share a data folder or not. One that an earlier version left in the data
 * folder is kept, so that what it signed stays valid.
 */
export async function sharedSecret(db: Database, dataDir: string, name: string): Promise<Buffer> {
  const stored = () => db.read.selectFrom('sys_setting').select('value').where('name', '=', name).executeTakeFirst()
  const known = await stored()
  if (known) return Buffer.from(known.value, 'base64url')
  const place = join(dataDir, name)
  const value = existsSync(place) ? readFileSync(place, 'utf8').trim() : newSecret()
  // Another node may be quicker; then all take what it wrote.
  await db.write((tx) =>
    tx
      .insertInto('sys_setting')
      .values({ name, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  return Buffer.from((await stored())?.value ?? value, 'base64url')
}
