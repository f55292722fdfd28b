import { describe, expect, test } from 'vitest'
import { hasPostgres } from '../support/databases.ts'
import { expectNone } from '../support/expect-none.ts'
import { hasRedis, startRedis } from '../support/redis.ts'
import { twoNodes } from '../support/two-nodes.ts'
import { lateReads, raceRights } from './rights-race.ts'

/** Every eighth pause is long enough for a read to come too late. */
const wait = (change: number): number => (change % 8 === 6 ? 1400 : 5)

describe.skipIf(!hasPostgres())('rights that are given and taken on one of two nodes', () => {
  test.each(['without Redis', 'with Redis'])(
    'are used nowhere more than a second after they are gone, %s',
    async (how) => {
      if (how === 'with Redis' && !hasRedis()) return
      const redis = how === 'with Redis' ? await startRedis() : undefined
      const nodes = await twoNodes(redis ? { REDIS_URL: redis.url } : {})
      const { seen, late, refused } = await raceRights(nodes, { changes: 40, reads: 200, wait })
      expectNone(late)
      expect(seen.length).toBeGreaterThanOrEqual(200)
      expect(refused).toBeGreaterThan(20)
      await nodes.close()
      await redis?.stop()
    },
    60_000,
  )
})

test('planted: a read by a right that was gone for more than a second is noticed', () => {
  const spells = [
    { granted: true, from: 0 },
    { granted: false, from: 100 },
    { granted: true, from: 3000 },
  ]
  const read = (began: number, answered = true) => ({ node: 'one', began, answered })
  expect(lateReads(spells, [read(50), read(1100), read(2000, false), read(3001)])).toEqual([])
  expect(lateReads(spells, [read(1101)])).toEqual([{ node: 'one', late: 1001 }])
})
