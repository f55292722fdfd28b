import { expect, test } from 'vitest'
import { hasPostgres } from '../../../support/databases.ts'
import { startMailServer } from '../../../support/mail-server.ts'
import { twoNodes } from '../../../support/two-nodes.ts'

const COUNT = 60

test.skipIf(!hasPostgres())('two nodes send each of sixty messages exactly once', async () => {
  const mail = await startMailServer()
  const nodes = await twoNodes({ SMTP_URL: mail.url, PUBLIC_URL: 'http://lab.example' })
  try {
    const as = await nodes.one.signIn('admin', '1')
    const add = async (n: number) => {
      const body = { esTitle: `第${n}条`, esContent: '内容', esType: '2', esReceiver: `p${n}@lab.example` }
      return (await nodes.one.call<{ id: string }>('POST', '/sys/message/sysMessage/add', { as, body })).body.result.id
    }
    const ids = await Promise.all(Array.from({ length: COUNT }, (_, n) => add(n)))
    // Both find the whole queue at once.
    await Promise.all([nodes.one, nodes.other].map(({ app }) => app.listen({ port: 0, host: '127.0.0.1' })))
    const { read } = nodes.one.app.engine.db
    const unsent = async () =>
      (await read.selectFrom('sys_sms').select('id').where('es_send_status', '!=', '1').execute()).length +
      (await read.selectFrom('sys_message_queue').select('message_id').execute()).length
    await expect.poll(unsent, { timeout: 20_000 }).toBe(0)
    expect(mail.arrived.map(({ id }) => id).sort()).toEqual(ids.map((id) => `${id}@lab.example`).sort())
    const counts = await read.selectFrom('sys_sms').select('es_send_num').distinct().execute()
    expect(counts).toEqual([{ es_send_num: 1 }])
  } finally {
    await nodes.close()
    await mail.close()
  }
})
