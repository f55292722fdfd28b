import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import {
  createEngine,
  enginePlugin,
  fillOrder,
  transferRoutes,
  typedDatabase,
  type Engine,
  type FeedSink,
  type ImportsOf,
  type Reader,
} from '../../engine/server/index.ts'
import type { AnyEntity } from '../../engine/schema/index.ts'
import { domains } from '../../schemas/domains.ts'
import { createAccess } from './access/access.ts'
import { seedFirstRows, type FirstRows } from './access/first-rows.ts'
import { syncPermissions } from './access/sync-permissions.ts'
import { rowTestsOf } from './access/row-rules.ts'
import { systemActor } from './access/system-actor.ts'
import { readAccount } from './auth/accounts.ts'
import { authRoutes } from './auth/auth-routes.ts'
import { hashPassword } from './auth/password.ts'
import { openSealer, type Sealer } from './auth/seal.ts'
import { createLogins } from './auth/logins.ts'
import { openShortLived } from './auth/short-lived/short-lived.ts'
import { createThrottle } from './auth/throttle.ts'
import { signInWays } from './auth/sign-in-ways.ts'
import { timeText } from './clock.ts'
import type { Config } from './config.ts'
import { createForwarder, createServer } from './create-server.ts'
import { connectionTester } from './data-sources/connection-tester.ts'
import { dashboardRoutes } from './dashboard/dashboard-routes.ts'
import { loadEntities, openMigrated } from './database.ts'
import type { RouteDeps } from './deps.ts'
import { serverDerivations } from './derivations.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { endConnections } from './end-connections.ts'
import { acceptSockets, feedRoutes } from './feed/feed-routes.ts'
import { createLiveFeed } from './feed/live-feed.ts'
import { clearAfterDeletions } from './files/clear-unowned.ts'
import { fileRoutes } from './files/file-routes.ts'
import { openFileStore, type FileStore } from './files/store.ts'
import { openGateway } from './gateway/open-gateway.ts'
import { logRequests } from './logs/log-requests.ts'
import { runJobsOf } from './jobs/run-jobs.ts'
import { sendMessagesOf } from './messages/send-messages.ts'
import { openMonitor } from './monitor/open-monitor.ts'
import { withFileOwners } from './files/owners.ts'
import { checkSharedFolder } from './files/shared-folder.ts'
import { createSigner, loginOf, type Signer } from './files/signing.ts'
import type { StoredFiles } from './files/stored-file.rules.ts'
import { dictionaryPlaces, readDictionaries } from './platform/read-dictionaries.ts'
import { valueRules } from './platform/value-rules.ts'
import { platformRoutes } from './platform/platform-routes.ts'
import { rules } from './rules.ts'
import { fillOrderAside } from './fill-order-aside.ts'
import { scopesOf } from './scopes.ts'
import { securityHeaders } from './security-headers.ts'
import { sharedSecret } from './server-secret.ts'
import { serveClient } from './static-files.ts'
import type { Warn } from './warn.ts'

declare module 'fastify' {
  interface FastifyInstance {
    engine: Engine
    /** Messages of the first start: accounts and their passwords, printed once. */
    firstWords: readonly string[]
    /** For calls of rules that take a file. */
    files: StoredFiles
  }
}

const realnameOf = async (db: Reader, username: string) =>
  username === systemActor.username ? systemActor.realname : (await readAccount(db, { username }))?.realname

/** Rows that a new database needs; answers the messages to print. */
const seedRows = async (given: FirstRows & { readonly config: Config }) => [
  ...(await seedFirstRows(given)),
  ...(given.config.demo ? await seedDemo(given) : []),
]

/** What concerns every request: the operation log, the monitor, the headers against misuse and the end; answers what mounts the monitor's calls. */
function watchNode(app: FastifyInstance, engine: Engine, config: Config) {
  logRequests(app, engine)
  securityHeaders(app)
  endConnections(app)
  return openMonitor(app, engine, config)
}

interface FilesOf {
  readonly engine: Engine
  readonly config: Config
  readonly signer: Signer
  readonly warn: Warn
}

/** The storages of files, for routes, jobs and rules; what was deleted is removed from them for as long as the server runs. */
function openFiles(app: FastifyInstance, { engine, config, signer, warn }: FilesOf): FileStore {
  const store = openFileStore(config, warn)
  app.decorate('files', { store, signer })
  app.addHook('onClose', clearAfterDeletions(engine, store, warn))
  return store
}

/** Calls whose body is a form with a file; answers how to learn which imports wait. */
async function uploadRoutes(app: FastifyInstance, internals: Parameters<typeof transferRoutes>[1], deps: RouteDeps): Promise<ImportsOf> {
  let imports: ImportsOf = () => Promise.resolve([])
  await app.register(async (uploads) => {
    await uploads.register(multipart, { limits: { files: 1, fileSize: 20 * 1024 * 1024, fields: 20 } })
    imports = transferRoutes(uploads, internals)
    fileRoutes(uploads, deps)
  })
  return imports
}

type Working = Omit<Parameters<typeof openGateway>[1], 'allow' | 'createApp'> &
  Parameters<typeof runJobsOf>[1] &
  Parameters<typeof sendMessagesOf>[1] & { readonly config: Config }

/**
 * What the server does besides its calls: forwarding, jobs, and sending messages. In this order: a server that closes refuses requests before
 * it waits for its own work.
 */
async function forwardAndWork(app: FastifyInstance, deps: Working): Promise<void> {
  const { config } = deps
  await openGateway(app, { ...deps, allow: config.outboundAllow, createApp: () => createForwarder(config, app.log) })
  runJobsOf(app, deps)
  sendMessagesOf(app, deps)
}

interface EngineParts {
  readonly entities: readonly AnyEntity[]
  readonly db: ReturnType<typeof typedDatabase>
  readonly feed: FeedSink
  readonly sealer: Sealer
}

/** The engine over all entities, with what this product adds to it. */
const openEngine = ({ entities, db, feed, sealer }: EngineParts) =>
  createEngine({
    entities,
    domains,
    db,
    rules: withFileOwners(entities, rules),
    scopes: scopesOf(entities),
    derivations: serverDerivations,
    readDictionaries,
    dictionaryPlaces,
    nameOf: realnameOf,
    hash: hashPassword,
    seal: sealer.seal,
    now: () => timeText(),
    valueRules,
    feed,
  })

/** The whole application, ready to listen; tests call this and inject requests. */
export async function buildApp(config: Config): Promise<FastifyInstance> {
  const entities = await loadEntities()
  const opened = await openMigrated(config)
  const db = typedDatabase(opened)
  const sealer = await openSealer(db, config.dataDir).catch(async (error: unknown) => {
    await db.close()
    throw error
  })
  const feed = await createLiveFeed({ db, entities, redisUrl: config.redisUrl })
  const { engine, internals } = openEngine({ entities, db, feed: feed.sink, sealer })
  const lookAgain = await fillOrder(opened, engine.models)
  const unsynced = await syncPermissions(engine, engine.permissions())
  const access = createAccess(db, rowTestsOf(engine))
  const logins = createLogins(db, access)
  const messages = await db.alone('first start', () => seedRows({ engine, access, config }))
  const signer = createSigner(await sharedSecret(db, config.dataDir, 'file-secret'))
  const app = createServer(config)
  const warn = (sentence: string) => app.log.warn(sentence)
  unsynced.forEach(warn)
  app.decorate('engine', engine).decorate('firstWords', messages).decorate('dataSources', connectionTester(config, sealer))
  app.addHook('onClose', () => db.close())
  if (lookAgain) fillOrderAside(app, lookAgain)
  const store = openFiles(app, { engine, config, signer, warn })
  await checkSharedFolder(db, config, warn)
  const monitor = watchNode(app, engine, config)
  await acceptSockets(app)
  let gateway: Pick<Parameters<typeof openGateway>[1], 'hub' | 'ask'> | undefined
  await enginePlugin(app, {
    internals,
    title: '实验课程考察管理系统 API',
    logins,
    addressOf: (path, request) => signer.suffix(path, loginOf(request)),
    async routes(scope) {
      const shortLived = await openShortLived({ db, redisUrl: config.redisUrl, epoch: feed.epoch, warn })
      const deps = {
        engine,
        logins,
        access,
        config,
        signer,
        sealer,
        store,
        keys: shortLived.keys,
        throttle: createThrottle(db.read, shortLived),
      }
      const imports = await uploadRoutes(scope, internals, deps)
      authRoutes(scope, deps)
      dashboardRoutes(scope, { ...deps, imports })
      platformRoutes(scope, deps)
      monitor(scope)
      const live = await feed.start({ ...deps, warn })
      app.addHook('onClose', async () => [live, shortLived].forEach((part) => part.close()))
      feedRoutes(scope, live)
      gateway = { hub: live.hub, ask: shortLived.ask }
    },
  })
  if (gateway) await forwardAndWork(app, { ...gateway, engine, store, config, warn })
  await serveClient(app, { ...config, waysAt: (host) => signInWays(config, host) })
  return app
}
