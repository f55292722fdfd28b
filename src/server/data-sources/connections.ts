import { realpathSync } from 'node:fs'
import { Socket, type LookupFunction, type SocketConnectOpts } from 'node:net'
import { join, resolve, sep } from 'node:path'
import type { DatabasePlace } from './read-address.ts'

/** What opens one connection, and how long it may take. */
export interface ConnectionRequest {
  readonly place: DatabasePlace
  readonly user: string
  readonly password: string
  /** Milliseconds for each step. */
  readonly patience: number
  /** The guard of outbound connections for the port of the place. */
  readonly lookup: LookupFunction
  /** The only folder whose SQLite files may be opened. */
  readonly folder: string
  /** Ends what is under way. */
  readonly signal: AbortSignal
}

/** Drivers are loaded when somebody needs them. */
export const drivers = {
  postgres: () => import('pg'),
  mysql: () => import('mysql2/promise'),
  sqlServer: () => import('tedious'),
  sqlite: () => import('better-sqlite3'),
} satisfies Readonly<Record<DatabasePlace['kind'], () => Promise<object>>>

/** A socket that goes where the guard allows, whatever its driver asks for, and ends with the attempt. */
class GuardedSocket extends Socket {
  readonly #target: SocketConnectOpts

  constructor({ place: { host, port }, lookup, signal }: ConnectionRequest) {
    super()
    this.#target = { host, port, lookup }
    this.on('error', () => undefined)
    signal.addEventListener('abort', () => this.destroy())
  }

  override connect(): this {
    return super.connect(this.#target)
  }
}

async function tryPostgres(request: ConnectionRequest): Promise<void> {
  const { place, user, password, patience } = request
  const { default: pg } = await drivers.postgres()
  const { host, port, database } = place
  const client = new pg.Client({
    host,
    port,
    user,
    // Asked for none, the driver would take this server's own from its environment (PGPASSWORD) or its home (.pgpass).
    password: () => password,
    database: database || user,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    stream: () => new GuardedSocket(request),
    ssl: place.encrypted && { rejectUnauthorized: false },
  })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('select 1')
  await client.end()
}

async function tryMysql(request: ConnectionRequest): Promise<void> {
  const { place, user, password, patience } = request
  const { createConnection } = await drivers.mysql()
  const stream = new GuardedSocket(request).connect()
  const connection = await createConnection({
    user,
    password,
    connectTimeout: patience,
    stream,
    // The other side must not ask for files of this server.
    flags: ['-LOCAL_FILES'],
    ...(place.database && { database: place.database }),
    ...(place.encrypted && { ssl: { rejectUnauthorized: false } }),
  })
  connection.on('error', () => undefined)
  await connection.query({ sql: 'select 1', timeout: patience })
  await connection.end()
}

async function trySqlServer(request: ConnectionRequest): Promise<void> {
  const { place, user, password, patience, signal } = request
  const { Connection } = await drivers.sqlServer()
  // A server may send its clients to another address; the connector leads to this one alone.
  const connector = () =>
    new Promise<Socket>((connected, failed) => {
      const socket = new GuardedSocket(request)
      socket.once('connect', () => connected(socket)).once('error', failed)
      socket.connect()
    })
  const connection = new Connection({
    server: place.host,
    authentication: { type: 'default', options: { userName: user, password } },
    options: {
      ...(place.database && { database: place.database }),
      encrypt: place.encrypted,
      trustServerCertificate: true,
      connectTimeout: patience,
      connector,
    },
  })
  signal.addEventListener('abort', () => connection.close())
  connection.on('error', () => undefined)
  await new Promise<void>((done, failed) => connection.connect((error) => (error ? failed(error) : done())))
  connection.close()
}

/** Why a file outside the folder of data sources is not opened. */
export class FileOutside extends Error {}

async function trySqlite({ place, folder }: ConnectionRequest): Promise<void> {
  const file = resolve(join(folder, place.database))
  const inside = (path: string, root: string) => path.startsWith(`${root}${sep}`)
  if (!inside(file, resolve(folder)) || !inside(realpathSync(file), realpathSync(folder))) throw new FileOutside(place.database)
  const { default: BetterSqlite3 } = await drivers.sqlite()
  const opened = new BetterSqlite3(file, { readonly: true, fileMustExist: true })
  try {
    opened.prepare('select count(*) from sqlite_master').get()
  } finally {
    opened.close()
  }
}

/** Connects, asks a trivial question and closes, by the kind of the database. */
export const connections: Readonly<Record<DatabasePlace['kind'], (request: ConnectionRequest) => Promise<void>>> = {
  postgres: tryPostgres,
  mysql: tryMysql,
  sqlServer: trySqlServer,
  sqlite: trySqlite,
}
