import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../support/build-app.ts'
import { hasPostgres } from '../../support/databases.ts'
import { freshDatabase } from '../../support/postgres.ts'

test.skipIf(!hasPostgres())(
  'a server that stops ends once its last request is answered, although the connection could be used again',
  async () => {
    const database = await freshDatabase()
    const node = await testApp({ database: 'sqlite', env: { DATABASE_URL: database.url } })
    const client = new Client({ connectionString: database.url })
    onTestFinished(async () => {
      await client.end()
      await database.drop()
    })
    const as = await node.signIn('admin', '1')
    await node.app.listen({ port: 0, host: '127.0.0.1' })
    await client.connect()
    await client.query('begin; lock table sys_position in access exclusive mode')
    const asked = fetch(`${node.app.listeningOrigin}/api/sys/position/list`, { headers: { 'x-access-token': as } })
    const isWaiting = async () =>
      (await client.query("select 1 from pg_locks where not granted and relation = 'sys_position'::regclass")).rowCount
    await expect.poll(isWaiting, { timeout: 5_000 }).toBe(1)
    const closed = node.close()
    await new Promise((done) => setTimeout(done, 500))
    await client.query('commit')
    expect(await (await asked).json()).toMatchObject({ success: true })
    const late = new Promise((done) => setTimeout(done, 5_000, 'late'))
    expect(await Promise.race([closed.then(() => 'closed'), late])).toBe('closed')
  },
)
