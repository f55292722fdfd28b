import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

/** In a process of its own it can be killed, and catches no faults of the tests. */
const program = `const S3 = require(process.argv[1]); new S3(JSON.parse(process.argv[2])).run()`
const packagePath = fileURLToPath(import.meta.resolve('@20minutes/s3rver'))

function listens(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => socket.destroy() && done(true)).once('error', () => done(false))
  })
}

/** An S3 server on loopback with two buckets; it checks signatures. */
export interface S3Server {
  /** The address of a bucket as `S3_URL` takes it. */
  url(bucket: 'first' | 'second'): string
  /** How many objects a bucket has. */
  count(bucket: 'first' | 'second'): number
  /** Kill it; what it has stored stays. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** Start an S3 server in a process of its own. */
export async function startS3(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'shiyan-s3-'))
  const port = await freePort()
  const configureBuckets = [{ name: 'first' }, { name: 'second' }]
  const options = JSON.stringify({ directory: folder, address: '127.0.0.1', port, silent: true, configureBuckets })
  let server: ChildProcess | undefined
  const kill = async () => {
    const running = server
    server = undefined
    if (!running || running.exitCode !== null) return
    const exit = new Promise<void>((done) => running.once('exit', () => done()))
    running.kill('SIGKILL')
    await exit
  }
  const start = async () => {
    server = spawn(process.execPath, ['-e', program, packagePath, options], { stdio: 'ignore' })
    for (let tries = 0; tries < 200; tries++) {
      if (await listens(port)) return
      await pause(50)
    }
    throw new Error('the S3 server did not start')
  }
  const quit = () => server?.kill('SIGKILL')
  process.once('exit', quit)
  await start()
  return {
    url: (bucket) => `http://S3RVER:S3RVER@127.0.0.1:${port}/${bucket}`,
    count: (bucket) => readdirSync(join(folder, bucket), { recursive: true }).filter((name) => String(name).endsWith('_object')).length,
    kill,
    start,
    async close() {
      await kill()
      process.off('exit', quit)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
