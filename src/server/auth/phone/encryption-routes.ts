import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { ok, type Database } from '../../../../engine/server/index.ts'
import type { RouteDeps } from '../../deps.ts'
import { settledSetting } from '../../settled-setting.ts'

const sixteen = (): string => randomBytes(8).toString('hex')

/** The pair of this installation; the first question makes it, for all nodes. */
const encryptedString = async (db: Database): Promise<{ key: string; iv: string }> =>
  JSON.parse(await settledSetting(db, 'encryption', JSON.stringify({ key: sixteen(), iv: sixteen() })))

const route = { config: { permission: 'public' }, schema: { summary: '约定的密钥与初始向量' } }

/** A key and an initial vector that front ends of this convention ask for. Both are public, and no secret depends on them. */
export function encryptionRoutes(app: FastifyInstance, { engine }: RouteDeps): void {
  app.get('/api/sys/getEncryptedString', route, async () => ok(await encryptedString(engine.db)))
}
