import type { FastifyInstance, FastifyRequest, FastifySchema, onResponseHookHandler } from 'fastify'
import { actorIfAny, isSecret, isWrite, type Engine } from '../../../engine/server/index.ts'
import { openLogBuffer } from './log-buffer.ts'
import { logTypes } from './log-line.ts'
import { withoutSecrets } from './without-secrets.ts'

/** Calls whose very purpose is a secret: nothing of what is sent with them is kept. */
const secretCall = /pass(word|wd)|pwd|login|captcha|sms|passkey|twostep|2step|recovery|token|secret|third|register|verification/i

/** Kinds of operations (dictionary `operate_type`) by the name of the call. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/\/import\w*$/i, '5'],
  [/\/export\w*$/i, '6'],
  [/\/delete\w*$/i, '4'],
  [/\/(add|upload)\w*$/i, '2'],
]
const changed = '3'

const kindOf = (url: string, method: string): string => kinds.find(([name]) => name.test(url))?.[1] ?? (method === 'DELETE' ? '4' : changed)

/** Fields of the schemas that are secret or starred, by name. */
function ownSecrets({ models }: Engine): Set<string> {
  const fields = [...models.values()].flatMap(({ entity }) => Object.entries(entity.fields))
  return new Set(fields.filter(([, field]) => isSecret(field) || field.mask !== undefined).map(([name]) => name))
}

/** One call of which lines are written. */
interface NotedRoute {
  readonly url: string
  readonly method: string
  readonly schema: FastifySchema | undefined
}

/** A call in words, as its documentation has them. */
function titleOf({ schema, method, url }: NotedRoute): string {
  const { tags = [], summary } = schema ?? {}
  const [of = ''] = tags
  if (!summary) return `${method} ${url}`
  return summary.includes(of) ? summary : `${of}：${summary}`
}

const isExport = (url: string): boolean => url.endsWith('/exportXls')

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Query, path and body of a call; a file is not kept. */
const sentWith = ({ query, params, body }: FastifyRequest): Record<string, unknown> => ({
  ...(isRecord(query) && query),
  ...(isRecord(params) && params),
  ...(isRecord(body) ? body : Array.isArray(body) ? { rows: body } : {}),
})

/**
 * Note every write call and every export of people who are signed in, once it is answered. What strangers call signs them in, or tries to:
 * that is the login log's. Call before any route is registered.
 */
export function logRequests(app: FastifyInstance, engine: Engine): void {
  const buffer = openLogBuffer({ db: engine.db, warn: (sentence) => app.log.warn(sentence) })
  app.addHook('onClose', () => buffer.close())
  const own = ownSecrets(engine)
  const refused = new WeakSet<FastifyRequest>()
  app.addHook('onError', (request, _reply, _error, done) => {
    refused.add(request)
    done()
  })
  const noteOf = (route: NotedRoute): onResponseHookHandler => {
    const { url, method } = route
    const title = titleOf(route)
    const kind = kindOf(url, method)
    const isSecretCall = secretCall.test(url)
    return (request, reply, done) => {
      const actor = actorIfAny(request)
      if (!actor || request.method !== method) return done()
      const failed = refused.has(request) || reply.statusCode >= 400
      const who = actor.onlyLooks?.by ?? actor
      const notes = [...(actor.onlyLooks ? [actor.onlyLooks.as] : []), ...(failed ? ['未成功'] : [])]
      buffer.note({
        type: logTypes.operation,
        content: notes.length ? `${title}（${notes.join('，')}）` : title,
        userid: who.username,
        username: who.realname,
        ip: request.ip,
        at: Date.now(),
        cost: reply.elapsedTime,
        operation: {
          kind,
          method: `${method} ${url}`,
          params: isSecretCall ? null : withoutSecrets(sentWith(request), own),
        },
      })
      done()
    }
  }
  app.addHook('onRoute', (route) => {
    const { config = {}, url, schema } = route
    if (config.permission === undefined) return
    const noted = [route.method].flat().filter((method) => isWrite(config, method) || isExport(url))
    const notes = noted.map((method) => noteOf({ url, method, schema }))
    if (notes.length) route.onResponse = [...[route.onResponse ?? []].flat(), ...notes]
  })
}
