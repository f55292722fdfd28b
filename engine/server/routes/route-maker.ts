import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import mapValues from 'lodash-es/mapValues.js'
import { actorOf, type RouteAccess } from '../access/route-access.ts'
import type { Actor } from '../contract.ts'
import type { Envelope } from '../http/envelope.ts'
import { textOf } from '../text-of.ts'

export type Query = Readonly<Record<string, string | undefined>>

/** A request as its handler reads it. */
export class Incoming {
  readonly request: FastifyRequest
  readonly reply: FastifyReply

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.request = request
    this.reply = reply
  }

  /** The actor of the request; throws NotSignedIn on a route that needs no login. */
  get actor(): Actor {
    return actorOf(this.request)
  }

  /** Query parameters as single strings without NUL, which PostgreSQL cannot store; of a repeated parameter the last value counts. */
  get query(): Query {
    const sent = this.request.query as Record<string, unknown>
    const query: Record<string, string | undefined> = {}
    for (const key of Object.keys(sent)) {
      const value = sent[key]
      const last: unknown = Array.isArray(value) ? value.at(-1) : value
      if (typeof last === 'string') query[key] = last.includes('\0') ? last.replaceAll('\0', '') : last
    }
    return query
  }

  /** The JSON body as an object; anything else counts as empty. */
  get body(): Record<string, unknown> {
    const { body } = this.request
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {}
  }

  /** The values of path parameters. */
  get path(): Readonly<Record<string, string>> {
    return this.request.params as Record<string, string>
  }
}

/** One call: its path, who may make it, its title in the documentation, and what it does. */
export interface RouteSpec {
  readonly verbs: readonly HTTPMethods[]
  readonly path: string
  readonly access: RouteAccess
  readonly title: string
  readonly tag: string
  /** JSON schema of the parameters, for the documentation; the handler checks values itself. */
  readonly params?: Readonly<Record<string, unknown>>
  /** Content type of the body if it is not JSON, for the documentation. */
  readonly takes?: 'multipart/form-data'
  /** Content type of the answer if it is not the envelope, for the documentation. */
  readonly answers?: string
  /**
   * It only reads, whatever its verb, and waits for its turn among the person's reads, as every GET does. Without it, a call that
   * answers another verb as well is taken for a write even when it is made by GET.
   */
  readonly reads?: true
  /** What it does to a row of which entity, for explanations. */
  readonly of?: { readonly entity: string; readonly action: string | undefined }
  readonly handle: (incoming: Incoming) => Promise<Envelope | FastifyReply>
}

/** A route before it gets the title of its entity as its tag. */
export type EntityRoute = Omit<RouteSpec, 'tag' | 'of'> & {
  /** What it does to a row, as `rowDeeds` names it. */
  readonly action?: string
}

/** The only way to register a call: entities and plugins alike get access check, envelope and documentation from it. */
export function mount(app: FastifyInstance, spec: RouteSpec): void {
  const properties = spec.params ?? {}
  const reads = spec.reads ?? spec.verbs.every((verb) => verb === 'GET')
  for (const method of spec.verbs) {
    const inBody = method === 'POST' || method === 'PUT'
    app.route({
      method,
      url: `/api${spec.path}`,
      config: { permission: spec.access, reads, of: spec.of },
      schema: {
        tags: [spec.tag],
        summary: spec.title,
        ...(spec.takes && { consumes: [spec.takes] }),
        ...(spec.answers && {
          response: { 200: { description: '文件', content: { [spec.answers]: { schema: { type: 'string', format: 'binary' } } } } },
        }),
        ...(inBody ? { body: { type: 'object', properties } } : { querystring: { type: 'object', properties } }),
      },
      validatorCompiler: () => () => true,
      handler: (request, reply) => spec.handle(new Incoming(request, reply)),
    })
  }
}

/** A body read like query parameters, for calls whose address would be too long. */
export const textsOf = (body: Record<string, unknown>): Query => mapValues(body, (value) => textOf(value).replaceAll('\0', ''))
