import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Database } from '../../../engine/server/index.ts'
import { keptSecret } from '../server-secret.ts'

const NONCE = 12
const TAG = 16

/** Encrypts what must be read again and hashes what must not, with a key of this installation, so that a copy of the database tells neither. */
export interface Sealer {
  /** Encrypt for one owner: put into another one's row it does not open. */
  seal(text: string, owner: string): string
  open(sealed: string, owner: string): string
  hash(text: string, owner: string): string
}

/** A sealer with the data folder's key, which all nodes of a database must have. */
export async function openSealer(db: Database, dataDir: string): Promise<Sealer> {
  const secret = await keptSecret(db, dataDir, 'seal-secret')
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', use, 32))
  const [sealKey, hashKey] = [keyFor('seal'), keyFor('hash')]
  return {
    seal(text, owner) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, NONCE), { authTagLength: TAG })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
      return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
    },
    hash: (text, owner) =>
      createHmac('sha256', hashKey)
        .update(JSON.stringify([owner, text]))
        .digest('base64url'),
  }
}
