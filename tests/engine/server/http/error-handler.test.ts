import { once } from 'node:events'
import { connect } from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { answerErrors } from '../../../../engine/server/http/error-handler.ts'

/** What is logged as an error while `ask` runs against a server whose database breaks when `/broken` is asked. */
async function errorsWhile(ask: (port: number) => Promise<unknown>): Promise<string> {
  const said: string[] = []
  const app = fastify({ logger: { level: 'error', stream: { write: (line: string) => void said.push(line) } } })
  answerErrors(app)
  const ended = Promise.withResolvers<void>()
  app.addHook('onRequestAbort', async (_request) => ended.resolve())
  app.post('/stored', async () => 'stored')
  app.get('/broken', async () => {
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  })
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  try {
    if ((await ask(port)) === 'left') await ended.promise
  } finally {
    await app.close()
  }
  return said.join('')
}

test('a browser that hangs up in the middle of what it sends is no trouble of the database', async () => {
  const said = await errorsWhile(async (port) => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write('POST /stored HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a')
    await new Promise((sent) => setTimeout(sent, 100))
    socket.destroy()
    return 'left'
  })
  expect(said).toBe('')
})

test('a database that hangs up is logged as one, and answered with a sentence', async () => {
  const said = await errorsWhile(async (port) => {
    const answer = await fetch(`http://127.0.0.1:${port}/broken`)
    expect(answer.status).toBe(503)
  })
  expect(said).toContain('"msg":"database"')
})
