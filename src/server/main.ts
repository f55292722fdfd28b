import { join } from 'node:path'

const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(`需要 Node 24 或更新版本（现在是 ${process.version}）。请用 npm start 启动：项目自带合适的 Node。`)
  process.exit(1)
}

/** Milliseconds for running requests to finish; process supervisors kill a server soon after that. */
const LONGEST_STOP = 8_000

// Modules compiled once are read from here by the next start; a folder that cannot be written is no hindrance.
const { enableCompileCache, flushCompileCache } = await import('node:module')
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'))

// Loaded now, so that they are kept too.
const { readConfig } = await import('./config.ts')
const { buildApp } = await import('./app.ts')
const config = readConfig(process.env)
const app = await buildApp(config)
const address = await app.listen({ port: config.port, host: config.host })
console.log(`\n  实验课程考察管理系统已启动：${address}`)
for (const line of app.firstWords) console.log(`  ${line}`)
console.log('')
flushCompileCache()

function stop(): void {
  setTimeout(() => process.exit(1), LONGEST_STOP).unref()
  void app.close().then(() => process.exit(0))
}
process.once('SIGINT', stop)
// A supervisor's signal: balancers take this node out first, and nobody's request fails.
process.once('SIGTERM', () => void app.retire().then(stop))
