import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../../engine/server/index.ts'
import { root } from '../../../../scripts/machine.mjs'

const opener = `
import { openDatabase } from './engine/server/index.ts'
try {
  const db = openDatabase({ dataDir: process.argv[1] })
  process.stdout.write('open')
  await db.close()
} catch (error) {
  process.stdout.write(error.message)
}`

function inAnotherProcess(dataDir: string): Promise<string> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', opener, dataDir], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let said = ''
    child.stdout.on('data', (part: Buffer) => (said += part.toString()))
    child.once('error', failed)
    child.once('exit', () => done(said))
  })
}

test('a second process on the same data folder is refused with a sentence that says what to do, and accepted once the first is gone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shiyan-lock-'))
  const db = openDatabase({ dataDir: folder })
  expect(() => openDatabase({ dataDir: folder })).toThrow(
    `另一个进程正在使用数据目录 ${folder}，请先停止它，或为本进程设置不同的 DATA_DIR。`,
  )
  expect(await inAnotherProcess(folder)).toBe(`另一个进程正在使用数据目录 ${folder}，请先停止它，或为本进程设置不同的 DATA_DIR。`)
  await db.close()
  expect(await inAnotherProcess(folder)).toBe('open')
  rmSync(folder, { recursive: true, force: true })
})

test('the reading connection cannot write, writers wait for their turn, and a failed one leaves nothing behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shiyan-sqlite-'))
  const db = openDatabase({ dataDir: folder })
  await db.write((tx) => sql`create table counter (n integer)`.execute(tx))
  await db.write((tx) => sql`insert into counter values (0)`.execute(tx))
  await expect(sql`update counter set n = 99`.execute(db.read)).rejects.toThrow(/readonly/)
  const add = () =>
    db.write(async (tx) => {
      const { rows } = await sql<{ n: number }>`select n from counter`.execute(tx)
      await new Promise((resolve) => setImmediate(resolve))
      await sql`update counter set n = ${(rows[0]?.n ?? 0) + 1}`.execute(tx)
    })
  const fail = () =>
    db.write(async (tx) => {
      await sql`update counter set n = 1000`.execute(tx)
      throw new Error('changed my mind')
    })
  const outcomes = await Promise.allSettled([add(), fail(), add(), add(), fail(), add()])
  expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toHaveLength(2)
  expect((await sql<{ n: number }>`select n from counter`.execute(db.read)).rows).toEqual([{ n: 4 }])
  await db.close()
  expect(existsSync(join(folder, 'shiyan.db'))).toBe(true)
  rmSync(folder, { recursive: true, force: true })
})
