import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../engine/server/index.ts'
import { isSettled, settledSetting } from './settled-setting.ts'

const newSecret = (): string => randomBytes(32).toString('base64url')
const isThere = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST'

/** A secret of this installation: created once, kept in the data folder that all nodes share, readable only by its owner. */
function serverSecret(dataDir: string, name: string): Buffer {
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
  const place = join(dataDir, name)
  return Buffer.from(await settledSetting(db, name, existsSync(place) ? readFileSync(place, 'utf8').trim() : newSecret()), 'base64url')
}

const remedy = (name: string, place: string) =>
  `请把其他节点 DATA_DIR 中的 ${name} 复制为 ${place}，或让各节点共用一个 DATA_DIR。如果密钥已丢失，先删除 sys_setting 中的 ${name}-check 再启动：已加密的内容将无法读取。`

/**
 * A secret of the data folder that the database must not tell. The database knows only its hash: a node with another one would read nothing
 * that the others have encrypted, and encrypt what they cannot read, so it does not start.
 */
export async function keptSecret(db: Database, dataDir: string, name: string): Promise<Buffer> {
  const place = join(dataDir, name)
  const check = `${name}-check`
  if (!existsSync(place) && (await isSettled(db, check)))
    throw new Error(`${place} 不存在，而数据库中已有用它加密的内容。${remedy(name, place)}`)
  const secret = serverSecret(dataDir, name)
  const own = createHmac('sha256', secret).update(check).digest('base64url')
  if ((await settledSetting(db, check, own)) !== own) throw new Error(`${place} 与加密数据库内容的密钥不同。${remedy(name, place)}`)
  return secret
}
