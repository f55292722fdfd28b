import { expect, test } from 'vitest'
import { hasPostgres } from '../../../support/databases.ts'
import { twoNodes } from '../../../support/two-nodes.ts'

test.skipIf(!hasPostgres())('two nodes run each firing of a one-second job exactly once', async () => {
  const nodes = await twoNodes()
  try {
    const admin = await nodes.one.signIn('admin', '1')
    await Promise.all([nodes.one, nodes.other].map(({ app }) => app.listen({ port: 0, host: '127.0.0.1' })))
    const body = { jobClassName: 'SampleJob' }
    const { result } = (await nodes.one.call<{ id: string }>('POST', '/sys/quartzJob/add', { as: admin, body })).body
    const { read } = nodes.one.app.engine.db
    const dues = async () => {
      const rows = await read.selectFrom('sys_job_run').select('due').where('job_id', '=', result.id).orderBy('due').execute()
      return rows.map(({ due }) => due)
    }
    await expect.poll(async () => (await dues()).length, { timeout: 20_000 }).toBeGreaterThan(7)
    const seen = await dues()
    const first = seen[0] ?? 0
    expect(seen).toEqual(seen.map((_due, index) => first + index * 1_000))
  } finally {
    await nodes.close()
  }
})
