import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../../src/server/config.ts'
import { openMigrated } from '../../../../src/server/database.ts'
import { typedDatabase } from '../../../../engine/server/index.ts'
import { backUp } from '../../../../src/server/jobs/back-up.ts'
import { hasPostgres } from '../../../support/databases.ts'
import { freshDatabase } from '../../../support/postgres.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'shiyan-back-up-'))
const folder = join(dataDir, 'backups')
beforeAll(async () => {
  const db = typedDatabase(await openMigrated(readConfig({ DATA_DIR: dataDir })))
  await db.write((tx) => tx.insertInto('sys_setting').values({ name: 'kept', value: 'yes' }).execute())
  await db.close()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('a backup has every row, can be opened by the server, and only its owner reads it; old ones and broken ones go', async () => {
  await backUp({ dataDir, databaseUrl: undefined }, 7)
  const [old = ''] = readdirSync(folder)
  const aged = join(folder, 'shiyan-20200101020000.db')
  for (const name of [aged, join(folder, 'shiyan-20200102020000.db.part'), join(folder, 'notes.txt')]) {
    writeFileSync(name, 'x')
    utimesSync(name, 1, 1)
  }
  rmSync(join(folder, old))
  const said = await backUp({ dataDir, databaseUrl: undefined }, 7)
  expect(said).toMatch(/^已备份到 backups\/shiyan-\d{14}\.db，\d+ KB；删除了 1 个 7 天以前的备份$/)
  const names = readdirSync(folder).sort()
  expect(names).toEqual(['notes.txt', expect.stringMatching(/^shiyan-\d{14}\.db$/)])
  expect(statSync(folder).mode & 0o077).toBe(0)

  const copied = mkdtempSync(join(tmpdir(), 'shiyan-restored-'))
  rmSync(join(folder, 'notes.txt'))
  const { copyFileSync } = await import('node:fs')
  copyFileSync(join(folder, names[1] ?? ''), join(copied, 'shiyan.db'))
  const db = typedDatabase(await openMigrated(readConfig({ DATA_DIR: copied })))
  expect(await db.read.selectFrom('sys_setting').select('value').where('name', '=', 'kept').executeTakeFirst()).toEqual({ value: 'yes' })
  await db.close()
  rmSync(copied, { recursive: true, force: true })
})

test('a database that is not there fails with its reason, and leaves no backup', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'shiyan-nothing-'))
  await expect(backUp({ dataDir: empty, databaseUrl: undefined }, 7)).rejects.toThrow()
  expect(readdirSync(join(empty, 'backups'))).toEqual([])
  rmSync(empty, { recursive: true, force: true })
})

/** A `pg_dump` that writes as much as fits on its disk. */
function dumpOntoFullDisk(folder: string): void {
  const file = join(folder, 'pg_dump')
  const words = [
    '#!/bin/sh',
    'for word; do case "$word" in --file=*) echo half > "${word#--file=}" ;; esac; done',
    'echo "No space left" >&2',
    'exit 1',
  ]
  writeFileSync(file, words.join('\n'))
  chmodSync(file, 0o700)
}

test('a copy that fails half-way leaves nothing, and one whose node died goes before the next: a full disk becomes free again', async () => {
  const [full, tools] = [mkdtempSync(join(tmpdir(), 'shiyan-full-')), mkdtempSync(join(tmpdir(), 'shiyan-tools-'))]
  const copies = join(full, 'backups')
  const path = process.env['PATH'] ?? ''
  dumpOntoFullDisk(tools)
  process.env['PATH'] = `${tools}:${path}`
  try {
    mkdirSync(copies)
    for (const [name, age] of [
      ['shiyan-20200102020000.dump.part', 3600],
      ['shiyan-20200103020000.dump.part', 0],
    ] as const) {
      writeFileSync(join(copies, name), 'x')
      utimesSync(join(copies, name), Date.now() / 1000 - age, Date.now() / 1000 - age)
    }
    await expect(backUp({ dataDir: full, databaseUrl: 'postgres://u@127.0.0.1:1/none' }, 7)).rejects.toThrow('No space left')
    expect(readdirSync(copies), 'another run may be writing it').toEqual(['shiyan-20200103020000.dump.part'])
  } finally {
    process.env['PATH'] = path
    for (const one of [full, tools]) rmSync(one, { recursive: true, force: true })
  }
})

test.skipIf(!hasPostgres())('PostgreSQL is dumped, and its password is no argument of a process', async () => {
  const database = await freshDatabase()
  expect(await backUp({ dataDir, databaseUrl: database.url }, 7)).toMatch(/^已备份到 backups\/shiyan-\d{14}\.dump/)
  await database.drop()
  await expect(backUp({ dataDir, databaseUrl: 'postgres://u:topsecret@127.0.0.1:1/none' }, 7)).rejects.not.toThrow('topsecret')
})
