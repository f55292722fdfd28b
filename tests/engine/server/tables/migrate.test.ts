import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import omit from 'lodash-es/omit.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { defineEntity, type AnyEntity } from '../../../../engine/schema/index.ts'
import {
  migrate,
  modelsOf,
  openDatabase,
  planTables,
  readMigrations,
  type UntypedDatabase,
  type TableSpec,
} from '../../../../engine/server/index.ts'
import { readSql } from '../../../../engine/server/query/kept-sql.ts'
import { TextMatches, commonTexts } from '../../../../engine/server/query/text-matches.ts'
import { searchedColumns } from '../../../../engine/server/model/searched-columns.ts'
import { diffTables } from '../../../../engine/server/tables/diff-tables.ts'
import { loadEntities, migrationsFolder, wantedTables } from '../../../../src/server/database.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { freshDatabase } from '../../../support/postgres.ts'
import { expectNone } from '../../../support/expect-none.ts'

/** A schema before and after: one field renamed, one added, one given an index. */
const before = defineEntity({
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
const after = defineEntity({
  name: 'comment',
  title: '评语',
  domain: 'teaching',
  table: 'note',
  endpoints: { base: '/note' },
  label: 'wording',
  fields: {
    wording: { type: 'text', label: '评语', renamedFrom: 'comment', unique: '已存在!' },
    commentLeve: { type: 'number', label: '层级', index: true },
    pinned: { type: 'switch', label: '置顶', default: 1 },
    remark: { type: 'text', label: '备注' },
  },
  list: { columns: ['wording'] },
  scope: 'none',
  access: { grants: {} },
})
const tablesOf = (entity: AnyEntity): TableSpec[] => planTables(modelsOf([entity]))

/** Values that a row had before and does not have after, by column. */
export function lostValues(old: Readonly<Record<string, unknown>>, now: Readonly<Record<string, unknown>>): string[] {
  const kept = new Set(Object.values(now))
  return Object.keys(old).filter((column) => !kept.has(old[column]))
}

onBothDatabases('migrations', (database) => {
  let db: UntypedDatabase
  let remove: () => Promise<void>
  beforeEach(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shiyan-migrate-'))
    const postgres = database === 'postgres' ? await freshDatabase() : undefined
    db = openDatabase({ dataDir: folder, ...(postgres ? { databaseUrl: postgres.url } : {}) })
    remove = async () => {
      await db.close()
      await postgres?.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
  afterEach(() => remove())
  const rowsOf = async (table: string) => db.read.selectFrom(table).selectAll().orderBy('id').execute()

  test('a renamed field keeps its values, an added one gets its default, an index and a unique rule are created', async () => {
    await migrate(db, [{ name: '0001-first', steps: diffTables([], tablesOf(before)).steps }])
    const old = { id: '1', comment: '很好', comment_leve: 3, create_by: 'me', create_time: '2026-01-01 00:00:00', version: 4 }
    await db.write((tx) => tx.insertInto('note').values(old).execute())
    const diff = diffTables(tablesOf(before), tablesOf(after))
    expectNone(diff.lossy)
    expect(diff.steps.map((step) => step.do).sort()).toEqual([
      ...Array(3).fill('addColumn'),
      ...Array(3).fill('createIndex'),
      'renameColumn',
      'renameColumn',
    ])
    expect(
      await migrate(db, [
        { name: '0001-first', steps: [] },
        { name: '0002-rename', steps: diff.steps },
      ]),
    ).toEqual(['0002-rename'])
    const [row] = await rowsOf('note')
    expectNone(lostValues(old, row ?? {}))
    expect(row).toMatchObject({ wording: '很好', comment_leve: 3, pinned: 1, remark: null, version: 4 })
    const again = db.write((tx) =>
      tx
        .insertInto('note')
        .values({ ...old, id: '2', comment: undefined, wording: '很好' })
        .execute(),
    )
    await expect(again).rejects.toThrow(/unique/i)
  })

  test('running the same migrations again, or from two processes at once, applies them once', async () => {
    const migrations = [{ name: '0001-first', steps: diffTables([], tablesOf(before)).steps }]
    const answers = await Promise.all([migrate(db, migrations), migrate(db, migrations), migrate(db, migrations)])
    expect(answers.flat()).toEqual(['0001-first'])
    expect(await migrate(db, migrations)).toEqual([])
  })

  test('a failed step leaves nothing behind', async () => {
    const steps = diffTables([], tablesOf(before)).steps
    await expect(
      migrate(db, [{ name: '0001-first', steps: [...steps, { do: 'renameColumn', table: 'note', from: 'missing', to: 'x' }] }]),
    ).rejects.toThrow()
    expect(await migrate(db, [{ name: '0001-first', steps }])).toEqual(['0001-first'])
    expect(await rowsOf('note')).toEqual([])
  })

  test('the checked-in migrations create every table, column and index of the schemas', async () => {
    await migrate(db, readMigrations(migrationsFolder))
    const problems: string[] = []
    for (const table of wantedTables(await loadEntities())) {
      const columns = table.columns.map((column) => sql.ref(column.name))
      await sql`select ${sql.join(columns)} from ${sql.table(table.name)} limit 1`
        .execute(db.read)
        .catch((error: unknown) => problems.push(`${table.name}: ${String(error)}`))
      const indexes =
        database === 'postgres'
          ? sql<{ name: string }>`select indexname as name from pg_indexes where tablename = ${table.name}`
          : sql<{ name: string }>`select name from sqlite_master where type = 'index' and tbl_name = ${table.name}
              or name = ${`text_${table.name}`}`
      const found = new Set((await indexes.execute(db.read)).rows.map((row) => row.name))
      for (const index of table.indexes) if (!found.has(index.name)) problems.push(`${table.name} lacks ${index.name}`)
    }
    expectNone(problems)
  })

  test('a database made by the first migration takes all later ones and keeps its rows', async () => {
    const all = readMigrations(migrationsFolder)
    await migrate(db, all.slice(0, 1))
    const semester = {
      id: '7',
      semester_name: '2020-2021-1',
      begin_date: '2020-09-01',
      end_date: '2021-01-20',
      is_current: 1,
      create_time: 'x',
      version: 2,
    }
    await db.write((tx) => tx.insertInto('bh_semester').values(semester).execute())
    expect(await migrate(db, all)).toEqual(all.slice(1).map((migration) => migration.name))
    expect((await rowsOf('bh_semester'))[0]).toMatchObject(semester)
    const models = modelsOf(await loadEntities())
    const model = models.get('semester')
    if (!model) throw new Error('there is no semester')
    const texts = new TextMatches({ db, models, dialect: db.dialect, searched: searchedColumns(models), common: commonTexts() })
    const named = () => texts.within({ model, alias: 't', key: 'semesterName' }, ['020-'])
    expect(named()).toBeUndefined()
    await texts.find()
    expect((await sql`select id from bh_semester as t where ${named()}`.execute(db.read)).rows).toEqual([{ id: '7' }])
  })

  const decimalsOf = (scale: number, wider = false) =>
    tablesOf(
      defineEntity({
        ...before,
        fields: {
          comment: { type: 'text', label: '评语' },
          commentLeve: { type: 'decimal', label: '层级', scale, default: 2.5, index: wider },
        },
      }),
    )
  const real = decimalsOf(1).map((table) => ({
    ...table,
    columns: table.columns.map((column) => (column.name === 'comment_leve' ? { ...omit(column, 'scale'), type: 'real' as const } : column)),
    indexes: [...table.indexes, { name: 'ix_leve', columns: ['comment_leve'] }],
  }))
  const wanted = decimalsOf(1).map((table) => ({ ...table, indexes: [...table.indexes, { name: 'ix_leve', columns: ['comment_leve'] }] }))
  const shown = async (scale: number) => {
    const field = { type: 'decimal', label: '层级', scale } as const
    const value = readSql(field, sql.ref('comment_leve'), db.dialect)
    return (await sql<{ value: unknown }>`select ${value} as value from note order by id`.execute(db.read)).rows.map((row) => row.value)
  }

  test('binary numbers become decimals, rounded to the declared places, and every row, index and default stays', async () => {
    await migrate(db, [{ name: '0001-first', steps: diffTables([], real).steps }])
    const values = [90.5, 33.35, 0.1 + 0.2, -0, null, -33.35, 88, 9999999999999.9, 0.05]
    await db.write((tx) =>
      tx
        .insertInto('note')
        .values(values.map((comment_leve, n) => ({ id: String(n), comment: `第${n}`, comment_leve, create_time: '' })))
        .execute(),
    )
    const old = await rowsOf('note')
    const diff = diffTables(real, wanted)
    expectNone(diff.lossy)
    expect(diff.steps.map((step) => step.do)).toEqual(['dropIndex', 'changeColumn', 'createIndex'])
    await migrate(db, [{ name: '0002-decimal', steps: diff.steps }])
    expect(await shown(1)).toEqual([90.5, 33.4, 0.3, 0, null, -33.4, 88, 9999999999999.9, 0.1])
    const without = (rows: readonly Record<string, unknown>[]) => rows.map((row) => omit(row, 'comment_leve'))
    expect(without(await rowsOf('note'))).toEqual(without(old))
    await migrate(db, [{ name: '0003-places', steps: diffTables(wanted, decimalsOf(2, true)).steps }])
    expect(await shown(2)).toEqual([90.5, 33.4, 0.3, 0, null, -33.4, 88, 9999999999999.9, 0.1])
    await db.write((tx) => tx.insertInto('note').values({ id: '99', create_time: '' }).execute())
    expect((await shown(2)).at(-1)).toBe(2.5)
  })

  test('a value that does not fit a decimal is named, and nothing changes', async () => {
    await migrate(db, [{ name: '0001-first', steps: diffTables([], real).steps }])
    await db.write((tx) =>
      tx
        .insertInto('note')
        .values([90.5, 1e14, -1e300].map((comment_leve, n) => ({ id: `第${n}`, comment_leve, create_time: '' })))
        .execute(),
    )
    const old = await rowsOf('note')
    const upgrade = migrate(db, [{ name: '0002-decimal', steps: diffTables(real, wanted).steps }])
    await expect(upgrade).rejects.toThrow(/note\.comment_leve 有小数列存不下的值.*第1：100000000000000，第2：-1e\+300/)
    expect(await rowsOf('note')).toEqual(old)
  })

  test('scores of a database made before decimals were exact are the same numbers afterwards', async () => {
    const all = readMigrations(migrationsFolder)
    const upTo = all.findIndex(({ steps }) => steps.some((step) => step.do === 'changeColumn'))
    await migrate(db, all.slice(0, upTo))
    const scores = [90.5, 0, 100, 33.3, null, 85.1]
    await db.write((tx) =>
      tx
        .insertInto('bh_inspection_result')
        .values(scores.map((score, n) => ({ id: String(n), score, create_time: '', version: n + 1 })))
        .execute(),
    )
    const old = await rowsOf('bh_inspection_result')
    await migrate(db, all)
    const field = { type: 'decimal', label: '分数', scale: 1 } as const
    const value = readSql(field, sql.ref('score'), db.dialect)
    const { rows } = await sql<{ score: unknown; version: number }>`select ${value} as score, version from bh_inspection_result
      order by id`.execute(db.read)
    expect(rows).toEqual(old.map(({ score, version }) => ({ score, version })))
  })

  test('texts are ordered by code point, and numbers come back as numbers', async () => {
    await migrate(db, [{ name: '0001-first', steps: diffTables([], tablesOf(before)).steps }])
    const texts = ['b', 'B', 'a', '中', 'é', '_', '10', '9']
    await db.write((tx) =>
      tx
        .insertInto('note')
        .values(texts.map((comment, n) => ({ id: String(n), comment, comment_leve: n, create_time: '' })))
        .execute(),
    )
    const rows = await db.read.selectFrom('note').selectAll().orderBy('comment').execute()
    expect(rows.map((row) => row['comment'])).toEqual(['10', '9', 'B', '_', 'a', 'b', 'é', '中'])
    expect(rows.every((row) => typeof row['comment_leve'] === 'number')).toBe(true)
  })
})

describe('the plan of a change', () => {
  test('names changes that would lose data instead of making them', () => {
    const { steps, lossy } = diffTables(tablesOf(after), tablesOf(before))
    expect(lossy.join('\n')).toMatch(/note\.wording.*仍保留/)
    expect(JSON.stringify(steps)).not.toMatch(/drop(Column|Table)/)
  })

  test('planted: a rename that drops and adds instead is noticed', () => {
    expect(lostValues({ comment: '很好', id: '1' }, { wording: null, id: '1' })).toEqual(['comment'])
    const forgot = { ...after, fields: { ...after.fields, wording: { type: 'text', label: '评语' } } } satisfies AnyEntity
    expect(diffTables(tablesOf(before), tablesOf(forgot)).lossy.join()).toContain('note.comment')
  })
})
