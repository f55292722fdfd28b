import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { defineEntity, type WireRow } from '../../../../../engine/schema/index.ts'
import type { Actor, Engine, Rules } from '../../../../../engine/server/contract.ts'
import { createEngine } from '../../../../../engine/server/create-engine.ts'
import {
  Conflict,
  diffTables,
  engineTables,
  migrate,
  modelsOf,
  openDatabase,
  planTables,
  type UntypedDatabase,
} from '../../../../../engine/server/index.ts'
import { onBothDatabases } from '../../../../support/databases.ts'
import { freshDatabase } from '../../../../support/postgres.ts'

const comment = defineEntity({
  name: 'comment',
  title: '评语',
  domain: 'teaching',
  table: 'note',
  endpoints: { base: '/note' },
  label: 'comment',
  fields: { comment: { type: 'text', label: '评语' }, commentLeve: { type: 'number', label: '层级' } },
  list: { columns: ['comment'] },
  scope: 'none',
  access: { grants: {} },
})
const actor: Actor = { id: '1', username: 'one', realname: '一', role: '1', orgCode: '', permissions: new Set() }

onBothDatabases('the statements of a write', (database) => {
  let db: UntypedDatabase
  let engine: Engine
  let remove: () => Promise<void>
  /** What happens to the rows between reading and writing them. */
  let meanwhile: NonNullable<Rules['beforeSave']> = () => undefined
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shiyan-statements-'))
    const postgres = database === 'postgres' ? await freshDatabase() : undefined
    db = openDatabase({ dataDir: folder, ...(postgres ? { databaseUrl: postgres.url } : {}) })
    await migrate(db, [{ name: '0001-first', steps: diffTables([], [...engineTables, ...planTables(modelsOf([comment]))]).steps }])
    engine = createEngine({
      entities: [comment],
      rules: {
        comment: { beforeSave: (context, changes) => meanwhile(context, changes), beforeDelete: (...given) => meanwhile(...given) },
      },
      scopes: {},
      derivations: {},
      domains: {},
      db,
      readDictionaries: () => Promise.resolve(new Map()),
      dictionaryPlaces: sql`select 1`,
      nameOf: () => Promise.resolve(undefined),
      hash: (secret) => Promise.resolve(secret),
      seal: (secret) => secret,
      now: () => '2026-01-01 00:00:00',
    }).engine
    remove = async () => {
      await db.close()
      await postgres?.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
  afterAll(() => remove())
  beforeEach(() => (meanwhile = () => undefined))

  const write = (operation: 'add' | 'edit' | 'delete', row: WireRow) => engine.write({ entity: 'comment', operation, rows: [row], actor })
  const added = async () => (await write('add', { comment: '好', commentLeve: 1 }))[0]?.id ?? ''
  const rowOf = (id: string) => engine.find('comment', id, actor)

  test('an edit is stored only over the version against which it was checked', async () => {
    const id = await added()
    meanwhile = async ({ tx }) => void (await sql`update note set version = version + 1, comment = '别人的' where id = ${id}`.execute(tx))
    await expect(write('edit', { id, comment: '我的' })).rejects.toThrow(Conflict)
    expect(await rowOf(id)).toMatchObject({ comment: '好', version: 1 })
    meanwhile = () => undefined
    await write('edit', { id, comment: '我的' })
    expect(await rowOf(id)).toMatchObject({ comment: '我的', version: 2 })
  })

  test('a row deleted before it is written is a conflict, for an edit and for a deletion', async () => {
    const id = await added()
    meanwhile = async ({ tx }) => void (await sql`delete from note where id = ${id}`.execute(tx))
    await expect(write('edit', { id, comment: '我的' })).rejects.toThrow(Conflict)
    await expect(write('delete', { id })).rejects.toThrow(Conflict)
    expect(await rowOf(id)).toMatchObject({ comment: '好' })
  })

  test('the condition of a write is part of its statement', async () => {
    const id = await added()
    const guard = { when: { commentLeve: 1 }, otherwise: '层级不对' }
    meanwhile = async ({ tx }) => void (await sql`update note set comment_leve = 2 where id = ${id}`.execute(tx))
    for (const operation of ['edit', 'delete'] as const)
      await expect(engine.write({ entity: 'comment', operation, rows: [{ id, comment: '我的' }], actor, guard })).rejects.toThrow(
        '层级不对',
      )
    expect(await rowOf(id)).toMatchObject({ comment: '好', commentLeve: 1 })
  })
})
