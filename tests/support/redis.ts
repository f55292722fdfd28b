import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findRedis } from '../../scripts/machine.mjs'
import { freePort } from './free-port.ts'

export interface RunningRedis {
  readonly url: string
  stop(): Promise<void>
}

export const hasRedis = (): boolean => findRedis() !== undefined

function listens(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => socket.destroy() && done(true)).once('error', () => done(false))
  })
}

/** A separate Redis on a loopback port that stores nothing on disk. Check `hasRedis` first. */
export async function startRedis(port?: number): Promise<RunningRedis> {
  const program = findRedis()
  if (!program) throw new Error('there is no redis-server on this machine')
  const folder = mkdtempSync(join(tmpdir(), 'shiyan-redis-'))
  const chosenPort = port ?? (await freePort())
  const options = ['--port', String(chosenPort), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const server = spawn(program, options, { stdio: 'ignore' })
  const exit = new Promise<void>((done) => server.once('exit', () => done()))
  const quit = () => server.kill('SIGKILL')
  process.once('exit', quit)
  const stop = async () => {
    server.kill('SIGKILL')
    await exit
    process.off('exit', quit)
    rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 100; tries++) {
    if (await listens(chosenPort)) return { url: `redis://127.0.0.1:${chosenPort}`, stop }
    await pause(50)
  }
  await stop()
  throw new Error('redis-server did not start')
}
