import { afterAll, describe, expect, test } from 'vitest'
import { feedLoad, feedSettings, feedTable, measureFeed, type FeedMeasured } from '../../scripts/bench/feed.ts'
import { hasPostgres } from '../support/databases.ts'
import { hasRedis } from '../support/redis.ts'

const load = { ...feedLoad, seconds: Number(process.env['LOAD_SECONDS'] ?? feedLoad.seconds) }
const measured: FeedMeasured[] = []
const lacking = {
  SQLite: false,
  PostgreSQL: !hasPostgres(),
  '2 nodes': !hasPostgres() || !hasRedis(),
  '2 nodes, one killed': !hasPostgres() || !hasRedis(),
}

describe(`${load.teachers} teachers who listen while students submit ${load.perSecond} times a second`, () => {
  afterAll(() => console.log(`\n${feedTable(measured, load)}\n`))

  for (const setting of feedSettings) {
    test.skipIf(lacking[setting])(`hear everything once, in order and in time (${setting})`, async () => {
      const seen = await measureFeed(setting, load)
      if (!seen) throw new Error('what was there at the start is gone')
      measured.push(seen)
      expect(seen).toMatchObject({ refused: [], lost: 0, doubled: 0, holes: 0, resyncs: 0 })
      expect(seen.submitted).toBe(load.perSecond * load.seconds)
      expect(seen.received).toBe(2 * seen.submitted)
      if (setting === '2 nodes, one killed') expect(seen.reconnects).toBeGreaterThanOrEqual(load.teachers / 2)
      else expect(seen.p99).toBeLessThan(250)
    })
  }
})
