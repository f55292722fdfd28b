import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameStatements } from '../../../../engine/server/database/statement-cache.ts'

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
  const pool = nameStatements(new pg.Pool({ host: '127.0.0.1', port, user: 'anyone', database: 'any', pipeline: true }))
  pool.on('error', () => undefined)
  const client = await pool.connect()
  const packets = received.length
  await client.query('begin', [])
  const asked = Promise.allSettled([client.query('select $1', [1]), client.query('update t set a = $1', [2]), client.query('commit', [])])
  await expect.poll(() => received.length).toBe(packets + 1)
  const [packet = ''] = received.slice(packets)
  for (const text of ['begin', 'select $1', 'update t set a = $1', 'commit']) expect(packet).toContain(text)
  expect(packet.split('S\0\0\0\u0004')).toHaveLength(2)
  connected?.destroy()
  await asked
  client.release(true)
  await pool.end()
})
