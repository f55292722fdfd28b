import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { ok, type Database } from '../../../../engine/server/index.ts'
import type { RouteDeps } from '../../deps.ts'

const NAME = 'encryption'
const sixteen = (): string => randomBytes(8).toString('hex')

/** The pair of this installation; the first question makes it, for all nodes. */
async function encryptedString({ read, write }: Database): Promise<{ key: string; iv: string }> {
  const stored = () => read.selectFrom('sys_setting').select('value').where('name', '=', NAME).executeTakeFirst()
  const before = await stored()
  if (before) return JSON.parse(before.value)
  const value = JSON.stringify({ key: sixteen(), iv: sixteen() })
  await write((tx) =>
    tx
      .insertInto('sys_setting')
      .values({ name: NAME, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  return JSON.parse((await stored())?.value ?? value)
}

/** A key and an initial vector that front ends of this convention ask for. Both are public, and no secret depends on them. */
export function encryptionRoutes(app: FastifyInstance, { engine }: RouteDeps): void {
  app.get('/api/sys/getEncryptedString', { config: { permission: 'public' } }, async () => ok(await encryptedString(engine.db)))
}
