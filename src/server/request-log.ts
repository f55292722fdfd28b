import { LogController, type FastifyBaseLogger, type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify'
import type { Config } from './config.ts'
import { OwnLog } from './own-log.ts'

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>

/** Of requests only what went wrong is said, so nothing is put together for all others. */
class TroubleLog extends LogController {
  override incomingRequest(): void {
    return undefined
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (error) super.requestCompleted(error, request, reply)
  }
}

const serializers = {
  req: (request: { method: string; url: string; ip?: string }) => ({
    method: request.method,
    path: request.url.split('?')[0],
    ip: request.ip,
  }),
}

/** Whether a line is written for each request, not only for what went wrong. */
const logsRequests = (level: string): boolean => ['trace', 'debug', 'info'].includes(level)

/** The server's log, as options for Fastify: without queries, which may hold secrets; `further` are options of the logger. */
export function requestLog({ logLevel: level }: Pick<Config, 'logLevel'>, further: LoggerOptions = {}) {
  return {
    logger: level === 'silent' ? (false as const) : { level, serializers, ...further },
    logController: logsRequests(level) ? new LogController() : new TroubleLog(),
    // Given options, even none, pino makes a whole logger for each request.
    childLoggerFactory: (logger: FastifyBaseLogger, bindings: Record<string, unknown>) => new OwnLog(logger, bindings),
  }
}

/** The same for the gateway, where a logger for each request is a large part of the cost: there is one only if each request has a line. */
export const sharedLog = (config: Pick<Config, 'logLevel'>) =>
  logsRequests(config.logLevel) ? requestLog(config) : ({ logger: false, logController: new TroubleLog() } as const)
