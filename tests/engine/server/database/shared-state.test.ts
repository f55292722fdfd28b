import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPostgres } from '../../../../engine/server/database/postgres.ts'
import { rarely } from '../../../../engine/server/database/shared-state.ts'
import { hasPostgres } from '../../../support/databases.ts'
import { startCluster } from '../../../support/postgres.ts'

describe('what others have written', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('is asked for once a second, by whoever wants to know', async () => {
    let asked = 0
    const shared = rarely(() => Promise.resolve(String(++asked)))
    expect((await Promise.all([shared(), shared()])).map(({ state }) => state)).toEqual(['1', '1'])
    vi.advanceTimersByTime(900)
    expect((await shared()).state).toBe('1')
    vi.advanceTimersByTime(200)
    expect((await shared()).state).toBe('2')
  })

  test('is known as of the moment in which it was asked for, however late the answer comes', async () => {
    const began = Date.now()
    const shared = rarely(async () => {
      await vi.advanceTimersByTimeAsync(5000)
      return 'late'
    })
    expect(await shared()).toEqual({ state: 'late', at: began })
  })

  test('is asked for again if the answer did not come', async () => {
    const answers = [Promise.reject(new Error('gone')), Promise.resolve('back')]
    const shared = rarely(() => answers.shift() ?? Promise.resolve('none'))
    await expect(shared()).rejects.toThrow('gone')
    expect((await shared()).state).toBe('back')
  })
})

test.skipIf(!hasPostgres())('PostgreSQL has another state after each commit of anybody, and the same one if there was none', async () => {
  // In the cluster of all tests somebody always writes.
  const cluster = await startCluster()
  if (!cluster) return
  const { url } = cluster
  const [own, other] = [openPostgres(url), openPostgres(url)]
  const stateNow = async (): Promise<string> => {
    await new Promise((resolve) => setTimeout(resolve, 1050))
    return (await own.shared?.())?.state ?? ''
  }
  await other.write((tx) => sql`create table pieces (id text primary key)`.execute(tx))
  const before = await stateNow()
  await sql`select * from pieces`.execute(other.read)
  expect(await stateNow()).toBe(before)
  await other.write(async (tx) => {
    await sql`insert into pieces values ('one')`.execute(tx)
    // What is not committed can be read by nobody.
    expect(await stateNow()).toBe(before)
  })
  expect(await stateNow()).not.toBe(before)
  await other.close()
  await own.close()
  await cluster.stop()
})
