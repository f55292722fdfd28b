import fastify, { type FastifyInstance } from 'fastify'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerAside } from '../../../../src/server/gateway/answer-aside.ts'
import { lazyApp } from '../../../../src/server/gateway/lazy-app.ts'

/** A server whose gateway is opened by `opens`, which a test may hold or let fail. */
let app: FastifyInstance
let opens: (() => Promise<void>)[]
let answered: string[]
let isClosed: boolean
let requests: number
beforeEach(async () => {
  app = fastify()
  opens = []
  answered = []
  isClosed = false
  requests = 0
  const aside = lazyApp(async () => {
    await opens.shift()?.()
    const opened = fastify()
    opened.get('/gateway/*', ({ url }) => (answered.push(url), 'forwarded'))
    opened.addHook('onClose', async () => void (isClosed = true))
    await opened.ready()
    return opened
  })
  const { open } = aside
  aside.open = () => (requests++, open())
  app.addHook('onClose', () => aside.close())
  await answerAside(app, aside)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => app.close())

/** A request over a connection of its own. */
const asking = () => request({ port: (app.server.address() as AddressInfo).port, path: '/gateway/a', agent: false })
const ask = () =>
  new Promise<string>((done, fail) => {
    const asked = asking().on('error', fail)
    asked.on('response', (answer) => void text(answer).then(done, fail)).end()
  })
const connections = () => new Promise<number>((found) => app.server.getConnections((_error, count) => found(count)))

/** Holds the next opening; `begun` once somebody asked for it. */
function holdOpening() {
  const begun = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  opens.push(() => {
    begun.resolve()
    return held.promise
  })
  return { begun: begun.promise, release: held.resolve, fail: held.reject }
}

test('an opening that fails answers its requests with an error, and the next request tries again', async () => {
  const { begun, fail } = holdOpening()
  const asked = Promise.all([ask(), ask()])
  await begun
  await expect.poll(() => requests).toBe(2)
  fail(new Error('no library'))
  expect(await asked).toEqual([expect.stringContaining('no library'), expect.stringContaining('no library')])
  expect(await ask()).toBe('forwarded')
})

test('a server that is told to close while its gateway is opened answers who has asked, and closes what was opened', async () => {
  const { begun, release } = holdOpening()
  const asked = ask()
  await begun
  const closed = app.close()
  await pause(50)
  release()
  expect(await asked).toBe('forwarded')
  await closed
  expect(isClosed).toBe(true)
})

test('the request of somebody who leaves while the gateway is opened is not passed on', async () => {
  const { begun, release } = holdOpening()
  const asked = asking().on('error', () => undefined)
  asked.end()
  await begun
  asked.destroy()
  await expect.poll(connections).toBe(0)
  release()
  expect(await ask()).toBe('forwarded')
  expect(answered).toEqual(['/gateway/a'])
})
