import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { databaseTrouble } from '../database/trouble.ts'
import type { Envelope } from './envelope.ts'
import { AppError } from '../errors.ts'
import { patternOfPath } from './path-pattern.ts'

const failure = (code: number, message: string, details?: unknown): Envelope => ({
  success: false,
  code,
  message,
  result: null,
  timestamp: Date.now(),
  ...(details === undefined ? {} : { details }),
})

const unknownPath = '路径不存在，请检查路径是否正确'

const clientFaults: Readonly<Record<number, string>> = {
  400: '请求格式不正确',
  413: '提交的内容过大',
  415: '不支持的内容类型',
}

function answerOf(error: FastifyError | AppError | Error, request: FastifyRequest): { status: number; body: Envelope } {
  if (error instanceof AppError) return { status: error.status, body: failure(error.code, error.message, error.details) }
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  // A browser that hangs up has the code of a database that does.
  const trouble = status < 500 ? undefined : databaseTrouble(error)
  if (trouble) {
    request.log.error({ err: error }, 'database')
    return { status: trouble.status, body: failure(trouble.code, trouble.message) }
  }
  if (status === 403 || status === 404) return { status: 404, body: failure(404, unknownPath) }
  const sentence = clientFaults[status]
  if (sentence) return { status: status === 413 ? 413 : 422, body: failure(status === 413 ? 413 : 422, sentence) }
  request.log.error({ err: error }, 'fault')
  return { status: 500, body: failure(500, `系统出现错误，请稍后再试（编号 ${request.id}）`) }
}

/** Answer like any path that does not exist: also an address that cannot be decoded. */
export function answerUnknownPath(_error: unknown, _request: unknown, reply: FastifyReply): void {
  void reply.status(404).send(failure(404, unknownPath))
}

/** Every error becomes one envelope in one place; a fault shows its request id, never its text. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError | Error, request, reply) => {
    const { status, body } = answerOf(error, request)
    return reply.status(status).send(body)
  })
}

interface KnownPath {
  readonly pattern: RegExp
  readonly methods: Set<string>
}

/**
 * Answer unknown paths with 404, and known paths below /api with a wrong verb with 405, before any body is read. Call before any route
 * is registered. Outside /api a GET may be a page.
 */
export function answerUnknown(app: FastifyInstance): void {
  const paths = new Map<string, KnownPath>()
  const any = '/api/*'
  app.addHook('onRoute', ({ url, method }) => {
    if (url === any || !url.startsWith('/api/')) return
    const path = paths.get(url) ?? { pattern: patternOfPath(url), methods: new Set() }
    for (const verb of [method].flat()) if (verb !== 'HEAD' && verb !== 'OPTIONS') path.methods.add(verb)
    paths.set(url, path)
  })
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? ''
    const verbs = [...new Set([...paths.values()].filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods]))]
    if (!verbs.length || verbs.includes(request.method)) return reply.status(404).send(failure(404, unknownPath))
    const message = `不支持${request.method}请求方法，支持以下${verbs.join('、')}方法`
    return reply.status(405).header('allow', verbs.join(', ')).send(failure(405, message))
  }
  app.all(any, { config: { permission: 'public' }, schema: { hide: true }, onRequest: refuse }, refuse)
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 || request.method === 'GET' || request.method === 'HEAD') return done()
    void reply.status(404).send(failure(404, unknownPath))
  })
}
