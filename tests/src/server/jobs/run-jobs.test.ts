import { get } from 'node:http'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../support/build-app.ts'
import { hasPostgres } from '../../../support/databases.ts'
import { freshDatabase } from '../../../support/postgres.ts'

test.skipIf(!hasPostgres())('a node that is stopping begins no job, not even one that it was just reading', async () => {
  const database = await freshDatabase()
  const node = await testApp({ database: 'sqlite', env: { DATABASE_URL: database.url } })
  const [clock, request] = [new Client({ connectionString: database.url }), new Client({ connectionString: database.url })]
  onTestFinished(async () => {
    await Promise.all([clock.end(), request.end()])
    await database.drop()
  })
  const as = await node.signIn('admin', '1')
  const job = { jobClassName: 'SampleJob', cronExpression: '0 0 0 1 1 ? 2099', status: -1 }
  const { id } = (await node.call<{ id: string }>('POST', '/sys/quartzJob/add', { as, body: job })).body.result
  await Promise.all([clock.connect(), request.connect()])
  await clock.query('begin; lock table sys_job_clock in access exclusive mode')
  await clock.query("insert into sys_job_clock (id, job_id, cause, due) values ('now', $1, 'hand', 1)", [id])
  await request.query('begin; lock table sys_position in access exclusive mode')
  const waitsFor = async (table: string) =>
    (await request.query('select 1 from pg_locks where not granted and relation = $1::regclass', [table])).rowCount ?? 0
  await node.app.listen({ port: 0, host: '127.0.0.1' })
  await expect.poll(() => waitsFor('sys_job_clock'), { timeout: 5_000 }).toBe(1)
  // A request under way keeps the node from ending at once.
  const asked = new Promise((done, fail) => {
    const headers = { 'x-access-token': as }
    get(`${node.app.listeningOrigin}/api/sys/position/list`, { headers, agent: false }, (answer) => {
      answer.resume().on('end', () => done(answer.statusCode))
    }).on('error', fail)
  })
  await expect.poll(() => waitsFor('sys_position'), { timeout: 5_000 }).toBe(1)
  const closed = node.close()
  await clock.query('commit')
  await expect.poll(() => waitsFor('sys_job_clock'), { timeout: 5_000 }).toBe(0)
  await new Promise((done) => setTimeout(done, 1_000))
  const runs = await request.query('select id from sys_job_run where job_id = $1', [id])
  await request.query('commit')
  expect(await asked).toBe(200)
  await closed
  expect(runs.rowCount).toBe(0)
  expect((await clock.query("select id from sys_job_clock where id = 'now'")).rowCount, 'another node finds it').toBe(1)
})
