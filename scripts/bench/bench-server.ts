import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../machine.mjs'
import { startOptions } from '../start-options.ts'
import { freePort } from '../../tests/support/free-port.ts'

export interface BenchServer {
  readonly port: number
  readonly pid: number
  stop(): Promise<void>
}

const accepts = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/api/sys/randomImage/ready`).then(
    () => true,
    () => false,
  )

/** What `npm start` runs. */
export const builtServer = 'dist/server/main.js'

/** A server as a process of its own, ready to answer. */
export async function startBenchServer(program: string, settings: Readonly<Record<string, string>>): Promise<BenchServer> {
  const port = await freePort()
  const env = { ...process.env, NODE_ENV: 'production', ...settings, PORT: String(port), HOST: '127.0.0.1' }
  const child = spawn(process.execPath, [...startOptions(), join(root, program)], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exit = new Promise<void>((done) => child.once('exit', () => done()))
  for (let tries = 0; !(await accepts(port)); tries++) {
    if (child.exitCode !== null || tries > 6000) throw new Error(`${program} did not start`)
    await pause(10)
  }
  return {
    port,
    pid: child.pid ?? 0,
    stop: () => {
      child.kill('SIGTERM')
      return exit
    },
  }
}
