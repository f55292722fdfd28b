import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type RunningServer } from '../../support/start-server.ts'

/** Says each package when it is first loaded. */
const tellPackages = `import { registerHooks } from 'node:module'
const told = new Set()
registerHooks({
  load(url, context, next) {
    const name = url.split('/node_modules/').at(-1).split('/').slice(0, url.includes('/node_modules/@') ? 2 : 1).join('/')
    if (url.includes('/node_modules/') && !told.has(name)) console.log('loads ' + name)
    told.add(name)
    return next(url, context)
  },
})`

let server: RunningServer
beforeAll(async () => {
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(tellPackages)}`
  // From the sources, in long runs too: a build packs libraries into its own files, where their names are lost.
  server = await startServer({ built: false, env: { DEMO: '0', LOG_LEVEL: 'silent', NODE_OPTIONS } })
})
afterAll(() => server.remove())

const loaded = () => server.lines.flatMap((line) => (line.startsWith('loads ') ? [line.slice('loads '.length)] : []))

test('a start loads no library that only some calls need', () => {
  expect(loaded()).toEqual(expect.arrayContaining(['fastify', 'better-sqlite3']))
  const later = ['hucre', 'ioredis', '@fastify/swagger', 'yaml', 'svg-captcha', 'file-type', 'nodemailer']
  expect(loaded().filter((name) => later.includes(name))).toEqual([])
})

test('the documentation is made for its first reader, and is the same for the next', async () => {
  const read = async () => (await fetch(`${server.url}/api/openapi.json`)).text()
  const [first, second] = [await read(), await read()]
  expect(second).toBe(first)
  expect(first).toContain('"/api/inspect/bhInspectionResult/edit"')
  expect(loaded()).toContain('@fastify/swagger')
})
