import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameStatements, openPool } from '../../../../engine/server/database/named-statements.ts'

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.from(`${type}0000`)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const signedIn = message('R', Buffer.alloc(4))
const ready = message('Z', Buffer.from('I'))
const cut = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'))

let database: Server

beforeAll(async () => {
  database = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.concat([signedIn, ready, cut])))
  })
  await new Promise<void>((resolve) => void database.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void database.close())

test('a connection cut as it is handed over fails at its first statement, and only there', async () => {
  const { port } = database.address() as AddressInfo
  const pool = nameStatements(openPool({ host: '127.0.0.1', port, user: 'anyone', database: 'any' }))
  const client = await pool.connect()
  await expect(client.query('select $1', [1])).rejects.toThrow()
  client.release(true)
  await pool.end()
})
