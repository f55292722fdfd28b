import { afterAll, beforeAll, expect, test } from 'vitest'
import { untypedEngine } from '../../../../engine/server/index.ts'
import { openEventStore } from '../../../../src/server/feed/event-store.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

onBothDatabases('stored events', (database) => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ database })
  })
  afterAll(() => app.close())

  test('are kept for a day, in order and without gaps, and no longer', async () => {
    const { db } = app.app.engine
    let now = Date.now()
    const entityOf = (name: string) => untypedEngine(app.app.engine).model(name).entity
    const store = await openEventStore({ db, entityOf }, () => now)
    const topic = 'course:1'
    const tell = (...bodies: number[]) =>
      db.write((tx) =>
        store.store(
          tx,
          bodies.map((n) => ({ kind: 'announcement' as const, topic, cmd: 'claim', body: { n } })),
        ),
      )
    const seqs = async (after: number) => (await store.after(topic, after)).map(({ seq }) => seq)
    await tell(1, 2)
    await tell(3)
    expect([await seqs(0), await seqs(2), (await store.lastOf([topic])).get(topic)]).toEqual([[1, 2, 3], [3], 3])
    now += 23 * 3_600_000
    await store.purge()
    expect(await seqs(0)).toEqual([1, 2, 3])
    now += 2 * 3_600_000
    await tell(4)
    await store.purge()
    expect(await seqs(0)).toEqual([4])
  })
})
