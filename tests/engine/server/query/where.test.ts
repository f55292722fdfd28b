import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FieldTest } from '../../../../engine/schema/condition.ts'
import { holds, type AnyCondition } from '../../../../engine/schema/index.ts'
import { openDatabase, type UntypedDatabase } from '../../../../engine/server/index.ts'
import { toWhere } from '../../../../engine/server/query/where.ts'
import { pick, seeded } from '../../../api/contract/random-rows.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { freshDatabase } from '../../../support/postgres.ts'
import { expectNone } from '../../../support/expect-none.ts'

type Cell = string | number | null
interface SampleRow extends Record<string, unknown> {
  readonly id: number
  readonly state: Cell
  readonly count: Cell
  readonly day: Cell
}

const states = ['new', 'used', 'broken', '']
const counts = [0, 1, 2, 3]
const days = ['2026-01-01', '2026-06-30', '2026-12-31']
const random = seeded(500)

const rows: readonly SampleRow[] = Array.from({ length: 20 }, (_, id) => ({
  id,
  state: random() < 0.25 ? null : pick(random, states),
  count: random() < 0.25 ? null : pick(random, counts),
  day: random() < 0.25 ? null : pick(random, days),
}))

function randomTest(values: readonly (string | number)[], ordered: boolean): FieldTest {
  const some = () => Array.from({ length: Math.floor(random() * 3) }, () => pick(random, values))
  const forms = [
    () => pick(random, values),
    some,
    () => ({ not: pick(random, values) }),
    () => ({ not: some() }),
    () => ({ empty: random() < 0.5 }),
  ]
  const ranges = [
    () => ({ gte: pick(random, values) }),
    () => ({ lte: pick(random, values) }),
    () => ({ gte: pick(random, values), lte: pick(random, values), empty: false }),
  ]
  return pick(random, ordered ? [...forms, ...ranges] : forms)()
}

function randomCondition(depth: number): AnyCondition {
  if (depth && random() < 0.5) {
    const parts = Array.from({ length: Math.floor(random() * 4) }, () => randomCondition(depth - 1))
    return random() < 0.5 ? { anyOf: parts } : { allOf: parts }
  }
  const condition: Record<string, FieldTest> = {}
  if (random() < 0.6) condition['state'] = randomTest(states, false)
  if (random() < 0.6) condition['count'] = randomTest(counts, true)
  if (random() < 0.4) condition['day'] = randomTest(days, true)
  return condition
}

const conditions = Array.from({ length: 500 }, () => randomCondition(3))
const chosenBy = (condition: AnyCondition): number[] => rows.filter((row) => holds(condition, row)).map((row) => row.id)

onBothDatabases('a condition means the same in memory and in SQL', (database) => {
  let db: UntypedDatabase
  let remove: () => Promise<void>
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shiyan-where-'))
    const postgres = database === 'postgres' ? await freshDatabase() : undefined
    db = openDatabase({ dataDir: folder, ...(postgres ? { databaseUrl: postgres.url } : {}) })
    remove = async () => {
      await db.close()
      await postgres?.drop()
      rmSync(folder, { recursive: true, force: true })
    }
    await db.write(async (tx) => {
      const number = database === 'postgres' ? sql`bigint` : sql`integer`
      await sql`create table sample (id ${number}, state text, count ${number}, day text)`.execute(tx)
      await tx
        .insertInto('sample')
        .values([...rows])
        .execute()
    })
  })
  afterAll(() => remove())

  const selected = async (where: ReturnType<typeof toWhere>): Promise<number[]> => {
    const found = await sql<{ id: number }>`select id from sample where ${where} order by id`.execute(db.read)
    return found.rows.map((row) => row.id)
  }

  test('500 random conditions over 20 rows with NULLs choose the same rows', async () => {
    const different: unknown[] = []
    for (const condition of conditions) {
      const [inMemory, inSql] = [chosenBy(condition), await selected(toWhere(condition, (key) => sql.ref(key)))]
      if (inMemory.join() !== inSql.join()) different.push({ condition, inMemory, inSql })
    }
    expectNone(different)
  })

  test('planted: a reading that forgets that NULL is not "broken" differs on these rows', async () => {
    const naive = await selected(sql`state not in ('broken')`)
    expect(naive).not.toEqual(chosenBy({ state: { not: 'broken' } }))
  })
})

describe('the sample', () => {
  test('has conditions that choose none, some and all rows, so that agreement means something', () => {
    const sizes = conditions.map((condition) => chosenBy(condition).length)
    expect(sizes.filter((size) => size === 0).length).toBeGreaterThan(20)
    expect(sizes.filter((size) => size > 0 && size < rows.length).length).toBeGreaterThan(100)
    expect(sizes.filter((size) => size === rows.length).length).toBeGreaterThan(20)
  })
})
