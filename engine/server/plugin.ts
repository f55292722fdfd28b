import compress from '@fastify/compress'
import type { FastifyInstance, onSendHookHandler } from 'fastify'
import { guardRoutes, type Identification } from './access/route-access.ts'
import { documentRoutes } from './http/api-docs.ts'
import { trackRequests } from './http/current-request.ts'
import type { EngineInternals } from './create-engine.ts'
import { answerErrors, answerUnknown } from './http/error-handler.ts'
import { readJsonBodies } from './http/json-body.ts'
import { readInTurns } from './http/reading-turns.ts'
import { searchRoute } from './search/search-route.ts'
import { rememberRoutes } from './remember/remember-routes.ts'
import { entityRoutes } from './routes/entity-routes.ts'
import type { FileAddress } from './routes/file-addresses.ts'

export interface EnginePluginOptions {
  readonly internals: EngineInternals
  readonly title: string
  readonly logins: Identification
  /** Turns a stored file's path into an address that pages can put into `<img>`. */
  readonly addressOf?: FileAddress
  /** The application's own routes, under the same access check and documentation. */
  routes(app: FastifyInstance): void | Promise<void>
}

/** What a connection sends before it waits for the other side: below this size, compression saves bytes but no round trip. */
const FIRST_WINDOW = 14_000

/** UTF-8 has at most so many bytes for each unit of a text. */
const MOST_BYTES = 3

/** Answers that are surely short are not offered for compression. Call before any route is registered. */
function passShortAnswers(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.onSend = [route.onSend ?? []].flat().map(
      (compress): onSendHookHandler =>
        function passShort(request, reply, payload, done) {
          if (typeof payload === 'string' && payload.length * MOST_BYTES < FIRST_WINDOW) done(null, payload)
          else return compress.call(this, request, reply, payload, done)
        },
    )
  })
}

/** Mount everything the schemas imply, and the application's own routes, below /api. */
export async function enginePlugin(app: FastifyInstance, options: EnginePluginOptions): Promise<void> {
  const { internals } = options
  await app.register(compress, { threshold: FIRST_WINDOW, encodings: ['gzip', 'identity'], globalDecompression: false })
  passShortAnswers(app)
  const docsRoutes = documentRoutes(app, options.title)
  answerErrors(app)
  readJsonBodies(app)
  guardRoutes(app, options.logins)
  readInTurns(app, internals.engine.db.dialect)
  trackRequests(app)
  answerUnknown(app)
  await app.register(async (scope) => {
    for (const model of internals.engine.models.values()) entityRoutes(scope, internals, { model, addressOf: options.addressOf })
    rememberRoutes(scope, internals)
    searchRoute(scope, internals)
    await options.routes(scope)
    docsRoutes(scope)
  })
}
