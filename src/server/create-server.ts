import { randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance } from 'fastify'
import { answerBadAddress } from '../../engine/server/index.ts'
import { answerBrokenRequest } from './broken-request.ts'
import type { Config } from './config.ts'
import { requestLog } from './request-log.ts'
import { PreparedResponse } from './security-headers.ts'

/** How requests are read, by whichever application. */
export const requestOptions = ({ proxies }: Pick<Config, 'proxies'>) => ({
  // Entries further left in X-Forwarded-For were written by the client itself.
  trustProxy: proxies > 0 && ((_address: string, hop: number) => hop < proxies),
  genReqId: () => randomUUID(),
  bodyLimit: 2 * 1024 * 1024,
  frameworkErrors: answerBadAddress,
  routerOptions: { maxParamLength: 500 },
})

export const createServer = (config: Config): FastifyInstance =>
  fastify({
    http: { ServerResponse: PreparedResponse },
    ...requestLog(config),
    ...requestOptions(config),
    clientErrorHandler: answerBrokenRequest,
  })
