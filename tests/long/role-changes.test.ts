import { describe, expect, test } from 'vitest'
import { raceRights } from '../api/rights-race.ts'
import { hasPostgres } from '../support/databases.ts'
import { expectNone } from '../support/expect-none.ts'
import { hasRedis, startRedis } from '../support/redis.ts'
import { twoNodes } from '../support/two-nodes.ts'

describe.skipIf(!hasPostgres())('1,000 changes of a role against 1,000 reads and more on two nodes', () => {
  test.each(['without Redis', 'with Redis'])(
    'no read is answered by a right that was gone for more than a second, %s',
    async (how) => {
      if (how === 'with Redis' && !hasRedis()) return
      const redis = how === 'with Redis' ? await startRedis() : undefined
      const nodes = await twoNodes(redis ? { REDIS_URL: redis.url } : {})
      const wait = (change: number) => (change % 20 === 18 ? 1500 : 2)
      const { seen, late, refused } = await raceRights(nodes, { changes: 1000, reads: 1000, wait })
      expectNone(late)
      expect(seen.length).toBeGreaterThanOrEqual(1000)
      expect(refused).toBeGreaterThan(100)
      await nodes.close()
      await redis?.stop()
    },
    600_000,
  )
})
