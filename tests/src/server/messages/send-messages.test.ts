import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { testApp } from '../../../support/build-app.ts'

/** More than a node takes out of the queue at once. */
const MAILS = 60

test('a message behind the bell arrives at once while the mail server takes every connection and says nothing', async () => {
  const taken = new Set<Socket>()
  const mail = createServer((socket) => void taken.add(socket))
  await new Promise<void>((done) => mail.listen(0, '127.0.0.1', done))
  const { port } = mail.address() as AddressInfo
  const app = await testApp({ database: 'sqlite', env: { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'http://lab.example' } })
  try {
    const as = await app.signIn('admin', '1')
    await app.app.listen({ port: 0, host: '127.0.0.1' })
    const add = async (esType: string, esReceiver: string) => {
      const body = { esTitle: '通知', esContent: '内容', esType, esReceiver }
      return (await app.call<{ id: string }>('POST', '/sys/message/sysMessage/add', { as, body })).body.result.id
    }
    for (let n = 0; n < MAILS; n++) await add('2', `p${n}@lab.example`)
    await expect.poll(() => taken.size).toBeGreaterThan(0)
    const id = await add('4', 'admin')
    const state = async () =>
      (await app.call<{ esSendStatus: string }>('GET', '/sys/message/sysMessage/queryById', { as, query: { id } })).body.result.esSendStatus
    await expect.poll(state, { timeout: 5_000 }).toBe('1')
  } finally {
    for (const socket of taken) socket.destroy()
    mail.close()
    await app.close()
  }
})
