import { randomUUID } from 'node:crypto'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { answerUnknownPath } from '../../engine/server/index.ts'
import { answerBrokenRequest } from './broken-request.ts'
import type { Config } from './config.ts'
import { LazyLogger } from './lazy-logger.ts'
import { requestLog, sharedLog } from './request-log.ts'
import { PreparedResponse } from './security-headers.ts'

/** How requests are read, by whichever application. */
const requestOptions = ({ proxies }: Pick<Config, 'proxies'>) => ({
  // Entries further left in X-Forwarded-For were written by the client itself.
  trustProxy: proxies > 0 && ((_address: string, hop: number) => hop < proxies),
  genReqId: () => randomUUID(),
  bodyLimit: 2 * 1024 * 1024,
  frameworkErrors: answerUnknownPath,
  routerOptions: { maxParamLength: 500 },
})

export const createServer = (config: Config): FastifyInstance =>
  fastify({
    http: { ServerResponse: PreparedResponse },
    ...requestLog(config),
    ...requestOptions(config),
    clientErrorHandler: answerBrokenRequest,
  })

/** An application that only forwards: its lines go to the log of the server, unless each of its requests has one. */
export function createForwarder(config: Config, log: FastifyBaseLogger): FastifyInstance {
  const given = sharedLog(config)
  const app = fastify({ ...requestOptions(config), ...given })
  return given.logger === false ? app.setChildLoggerFactory((_none, bindings) => new LazyLogger(log, bindings)) : app
}
