/**
 * The library of the gateway and nothing else: every request goes to one target, without routes, headers of its own, log or guard. The
 * measure for the gateway. Started as `PORT=… TARGET=http://… node plain-proxy.ts`.
 */
import replyFrom from '@fastify/reply-from'
import fastify from 'fastify'
import { Agent } from 'undici'

const target = process.env['TARGET'] ?? ''
const app = fastify({ logger: false })
await app.register(replyFrom, { undici: new Agent({ connections: 128 }), destroyAgent: true, disableRequestLogging: true })
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
app.all('/*', (request, reply) => reply.from(target + (request.url.split('?')[0] ?? '')))

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
