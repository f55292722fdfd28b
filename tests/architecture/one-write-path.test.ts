import { expect, test } from 'vitest'
import { modelsOf } from '../../engine/server/model/model.ts'
import { entities } from '../../schemas/index.ts'
import { sourcesOf, type Source } from './sources.ts'
import { expectNone } from '../support/expect-none.ts'

/** The write path itself, and the migrations that move rows with their tables. */
const allowed = /^engine\/server\/(write|tables)\//
const builder = /\.(insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*([^)\s,]+)/g
const statement = /\b(?:insert into|delete from|update)\s+("?\w+"?|\$\{[^}]*\})(?=\s+set\b|\s+where\b|\s*\(|`|\s+values\b)/gi

/** Tables that a file writes to; an argument that is not a plain name is returned as written. */
function written({ text }: Source): string[] {
  const built = [...text.matchAll(builder)].map(([, , table = '']) => table)
  const raw = [...text.matchAll(statement)].map(([, table = '']) => `'${table.replaceAll('"', '')}'`)
  return [...built, ...raw]
}

function faultsOf(sources: readonly Source[], entityTables: ReadonlySet<string>): string[] {
  return sources
    .filter(({ path }) => !allowed.test(path))
    .flatMap((source) =>
      written(source)
        .filter((table) => !/^'\w+'$/.test(table) || entityTables.has(table.slice(1, -1)))
        .map((table) => `${source.path} writes ${table}: use engine.write`),
    )
}

async function entityTables(): Promise<Set<string>> {
  const all = await Promise.all(Object.values(entities).map((load) => load()))
  return new Set([...modelsOf(all).values()].filter(({ entity }) => !entity.source).map((model) => model.table))
}

test('only engine/server/write changes the rows of entities', async () => {
  expectNone(faultsOf(sourcesOf('engine', 'src'), await entityTables()))
})

test('a write that bypasses the write path is noticed', () => {
  const path = 'src/server/teaching/equipment.rules.ts'
  const tables = new Set(['equipment'])
  const faults = (text: string) => faultsOf([{ path, text }], tables).length
  expect(faults("tx.updateTable('equipment').set({})")).toBe(1)
  expect(faults('tx.deleteFrom(model.table)')).toBe(1)
  expect(faults('sql`delete from equipment where id = 1`')).toBe(1)
  expect(faults('sql`update ${sql.table(name)} set a = 1`')).toBe(1)
  expect(faults("tx.insertInto('sys_session').values({})")).toBe(0)
})
