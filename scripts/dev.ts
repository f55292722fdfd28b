/**
 * `npm run dev`: the web app with hot reload on PORT (default 3000), the server behind it on the next port,
 * restarted when its sources or a schema change. A changed schema gets its migration written first.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import { root } from './machine.mjs'

const port = Number(process.env.PORT ?? 3000)
const apiPort = port + 1
process.env.API_PORT = String(apiPort)

let server: ChildProcess | undefined

/** In a separate process, because a module that was imported once never changes. */
function makeMigration(): boolean {
  return spawnSync(process.execPath, ['scripts/make-migration.ts'], { cwd: root, stdio: 'inherit' }).status === 0
}

function startServer(): void {
  const env = { ...process.env, PORT: String(apiPort), HOST: '127.0.0.1' }
  server = spawn(process.execPath, ['src/server/main.ts'], { cwd: root, env, stdio: 'inherit' })
}

async function stopServer(): Promise<void> {
  const running = server
  if (!running || running.exitCode !== null || running.signalCode !== null) return
  const exit = new Promise((done) => running.once('exit', done))
  running.kill('SIGTERM')
  await exit
}

let work = Promise.resolve()
let waiting: NodeJS.Timeout | undefined

/** Several files saved together cause one restart; restarts never overlap. */
function restartSoon(): void {
  clearTimeout(waiting)
  waiting = setTimeout(() => {
    work = work.then(async () => {
      if (!makeMigration()) return
      await stopServer()
      startServer()
    })
  }, 150)
}

const isServerSource = (file: string): boolean => /\.(ts|json)$/.test(file) && !/(^|\/)client\//.test(file) && !file.includes('migrations')

makeMigration()
startServer()
for (const folder of ['schemas', 'engine', 'src/server', 'src/plugins']
  .map((name) => join(root, name))
  .filter((path) => existsSync(path))) {
  watch(folder, { recursive: true }, (_event, file) => {
    if (file && isServerSource(file.replaceAll('\\', '/'))) restartSoon()
  })
}

const web = await createServer({ configFile: join(root, 'vite.config.ts'), server: { port, strictPort: true } })
await web.listen()
web.printUrls()

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void Promise.all([stopServer(), web.close()]).then(() => process.exit(0))
  })
}
