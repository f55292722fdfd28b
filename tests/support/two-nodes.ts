import type { Tx } from '../../engine/server/index.ts'
import { testApp, type TestApp } from './build-app.ts'
import { freshDatabase } from './postgres.ts'

/** Two servers on one PostgreSQL. */
export interface TwoNodes {
  readonly one: TestApp
  readonly other: TestApp
  close(): Promise<void>
}

export async function twoNodes(env: Readonly<Record<string, string>> = {}): Promise<TwoNodes> {
  const database = await freshDatabase()
  const node = () => testApp({ database: 'sqlite', env: { DATABASE_URL: database.url, ...env } })
  const [one, other] = [await node(), await node()]
  return {
    one,
    other,
    async close() {
      await one.close()
      await other.close()
      await database.drop()
    },
  }
}

/** Do something in a transaction and keep it open, with all its locks, until `commit`. */
export async function openTransaction({ app }: TestApp, work: (tx: Tx) => Promise<unknown>): Promise<{ commit(): Promise<void> }> {
  const done = Promise.withResolvers<undefined>()
  const begun = Promise.withResolvers<undefined>()
  const written = app.engine.db.write(async (tx) => {
    await work(tx)
    begun.resolve(undefined)
    await done.promise
  })
  await Promise.race([begun.promise, written])
  return {
    async commit() {
      done.resolve(undefined)
      await written
    },
  }
}

/** Long enough for a call to reach the point where it must wait. */
export const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 400))
