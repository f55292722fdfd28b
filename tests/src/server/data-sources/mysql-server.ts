import { createHash } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import mysql from 'mysql2'

interface Login {
  readonly user: string
  readonly authPluginData1: Buffer
  readonly authPluginData2: Buffer
  readonly authToken: Buffer
}

interface Greeting {
  readonly protocolVersion: number
  readonly serverVersion: string
  readonly connectionId: number
  readonly statusFlags: number
  readonly characterSet: number
  readonly capabilityFlags: number
  authCallback(login: Login, done: (error: null, refused?: { readonly message: string; readonly code: number }) => void): void
}

/** The server's half of a connection, which the package does not describe. */
interface Accepted extends EventEmitter {
  serverHandshake(greeting: Greeting): void
  writeOk(): void
  _resetSequenceId(): void
}

interface Listener extends EventEmitter {
  readonly _server: Server
  listen(port: number, host: string, ready: () => void): void
  close(done: () => void): void
}

const sha1 = (...parts: readonly (Buffer | string)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha1')).digest()

/** What a client sends instead of the password. */
function tokenOf(password: string, { authPluginData1, authPluginData2 }: Login): Buffer {
  const once = sha1(password)
  const mixed = sha1(authPluginData1.subarray(0, 8), authPluginData2.subarray(0, 12), sha1(once))
  return Buffer.from(mixed.map((byte, place) => byte ^ (once[place] ?? 0)))
}

/** A server that speaks MySQL's protocol to one user, and answers every question with nothing. */
export async function startMysqlServer(user: string, password: string): Promise<{ readonly port: number; close(): void }> {
  const { createServer } = mysql as unknown as { createServer(): Listener }
  const server = createServer()
  server.on('connection', (connection: Accepted) => {
    connection.on('error', () => undefined)
    connection.on('query', () => {
      connection.writeOk()
      connection._resetSequenceId()
    })
    connection.serverHandshake({
      protocolVersion: 10,
      serverVersion: '5.5.62',
      connectionId: 1,
      statusFlags: 2,
      characterSet: 33,
      // All but TLS.
      capabilityFlags: 0xff_ff_ff & ~0x08_00,
      authCallback: (login, done) => {
        const isKnown = login.user === user && login.authToken.equals(tokenOf(password, login))
        done(null, isKnown ? undefined : { message: 'Access denied', code: 1045 })
        connection._resetSequenceId()
      },
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return { port: (server._server.address() as AddressInfo).port, close: () => server.close(() => undefined) }
}
