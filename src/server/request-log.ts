import { LogController, type FastifyBaseLogger, type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify'
import type { Config } from './config.ts'
import { LazyLogger } from './lazy-logger.ts'

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
    childLoggerFactory: (logger: FastifyBaseLogger, bindings: Record<string, unknown>) => new LazyLogger(logger, bindings),
  }
}

/** The same for the gateway, which has a log of its own only if each request has a line. */
export const sharedLog = (config: Pick<Config, 'logLevel'>) =>
  logsRequests(config.logLevel) ? requestLog(config) : ({ logger: false, logController: new TroubleLog() } as const)
