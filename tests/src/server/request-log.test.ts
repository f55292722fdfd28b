import { Readable } from 'node:stream'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '../../../src/server/config.ts'
import { createForwarder } from '../../../src/server/create-server.ts'
import { requestLog } from '../../../src/server/request-log.ts'

/** What is said of a request that is answered, and of one whose answer breaks off. */
async function saidAt(logLevel: string): Promise<{ readonly answered: readonly string[]; readonly broken: readonly string[] }> {
  const said: string[] = []
  const app = fastify(requestLog({ logLevel }, { stream: { write: (line: string) => void said.push(line) } }))
  app.get('/answered', async () => 'yes')
  app.get('/broken', (_request, reply) => reply.send(Readable.from(breaksOff())))
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  const ask = async (path: string) => {
    said.length = 0
    const text = await fetch(`http://127.0.0.1:${port}${path}?token=hidden`)
      .then((answer) => answer.text())
      .catch(String)
    await expect.poll(() => said.length > 0 || text === 'yes').toBe(true)
    return [...said]
  }
  try {
    return { answered: await ask('/answered'), broken: await ask('/broken') }
  } finally {
    await app.close()
  }
}

async function* breaksOff() {
  yield 'a part'
  await new Promise((resolve) => setTimeout(resolve, 50))
  throw new Error('the source is gone')
}

test('at the level of warnings nothing is said of a request that is answered, and an answer that breaks off is named', async () => {
  const { answered, broken } = await saidAt('warn')
  expect(answered).toEqual([])
  expect(broken.join('\n')).toContain('the source is gone')
})

test('at the level of information each request has its lines, without its query', async () => {
  const { answered } = await saidAt('info')
  expect(answered.join('\n')).toContain('"path":"/answered"')
  expect(answered.join('\n')).not.toContain('hidden')
})

test('all lines of a request name it, and another request has another name', async () => {
  const named = (lines: readonly string[]) => new Set(lines.map((line) => /"reqId":"([^"]+)"/.exec(line)?.[1]))
  const { answered, broken } = await saidAt('info')
  expect(answered.length).toBeGreaterThan(1)
  expect(named(answered).size).toBe(1)
  expect(named([...answered, ...broken]).size).toBe(2)
  expect(named([...answered, ...broken])).not.toContain(undefined)
})

test('what the gateway says of a request goes to the log of the server and names the request', async () => {
  const said: string[] = []
  const server = fastify(requestLog({ logLevel: 'warn' }, { stream: { write: (line: string) => void said.push(line) } }))
  const forwarder = createForwarder(readConfig({ LOG_LEVEL: 'warn' }), server.log)
  const asked: string[] = []
  forwarder.get('/broken', async ({ id }) => {
    asked.push(id)
    throw new Error('the target is gone')
  })
  await forwarder.inject('/broken')
  await Promise.all([forwarder.close(), server.close()])
  expect(said).toHaveLength(1)
  expect(said[0]).toContain('the target is gone')
  expect(said[0]).toContain(`"reqId":"${asked[0]}"`)
})
