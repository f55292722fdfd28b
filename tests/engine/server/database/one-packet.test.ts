import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool, senderOf } from '../../../../engine/server/database/named-statements.ts'
import { TableVersions } from '../../../../engine/server/database/table-versions.ts'
import { TransactionConnection } from '../../../../engine/server/database/transaction-connection.ts'

/** Signed in, and ready for a query. */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
let received: string[] = []
let connected: Socket | undefined
let database: Server

beforeAll(async () => {
  database = createServer((socket) => {
    connected = socket
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.on('data', (bytes) => received.push(bytes.toString('latin1')))
      socket.write(welcome)
    })
  })
  await new Promise<void>((resolve) => void database.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void database.close())

test('what is asked of a connection within one turn is sent in one packet, with one end', async () => {
  const { port } = database.address() as AddressInfo
  const pool = openPool({ host: '127.0.0.1', port, user: 'anyone', database: 'any', pipeline: true })
  const client = await pool.connect()
  const packets = received.length
  const transaction = new TransactionConnection(senderOf(client), new TableVersions())
  const asked = Promise.allSettled([
    transaction.executeQuery(CompiledQuery.raw('select $1', [1])),
    transaction.executeTogether([CompiledQuery.raw('update t set a = $1', [2]), CompiledQuery.raw('commit')]),
  ])
  await expect.poll(() => received.length).toBe(packets + 1)
  const [packet = ''] = received.slice(packets)
  for (const text of ['begin', 'select $1', 'update t set a = $1', 'commit']) expect(packet).toContain(text)
  expect(packet.split('S\0\0\0\u0004')).toHaveLength(2)
  connected?.destroy()
  await asked
  client.release(true)
  await pool.end()
})
