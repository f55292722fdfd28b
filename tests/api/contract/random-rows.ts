import type { AnyEntity, AnyField } from '../../../engine/schema/index.ts'
import { untypedEngine, type Actor } from '../../../engine/server/index.ts'
import type { TestApp } from '../../support/build-app.ts'
import type { NewRow, RowFactory } from '../row-factory.ts'

/** The same numbers in every run, so that a failure can be reproduced. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
}

export const pick = <T>(random: () => number, list: readonly T[]): T => {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

/** Texts that break careless filters: characters of LIKE and of the wire, both cases, several scripts. */
export const awkward = [
  'a',
  'A',
  'ab',
  'AB',
  '50%',
  'a_b',
  'axb',
  'b\\c',
  '中文',
  '中文a',
  'x,y',
  'a*b',
  '!a',
  'é',
  '😀z',
  '１',
  '10',
  '9',
  "o'k",
  'gt 5',
  'null',
]

async function randomValue(rows: RowFactory, field: AnyField, random: () => number): Promise<unknown> {
  if (random() < 0.25) return null
  if (field.type === 'text' || field.type === 'longText') return pick(random, awkward)
  if (field.type === 'number') return pick(random, [1, 2, 3, 10, 20])
  if (field.type === 'date') return pick(random, ['2026-01-31', '2026-09-01', '2026-12-31', '2027-02-01', '2030-01-01'])
  if (field.type === 'select') return Number(pick(random, Object.keys(field.options)))
  if (field.type === 'dictionary') return pick(random, await rows.choices(field.code))
  if (field.type === 'switch') return pick(random, [0, 1])
  return undefined
}

const isFree = (field: AnyField): boolean =>
  !field.unique &&
  !('pattern' in field && field.pattern) &&
  !('min' in field && field.min && field.type !== 'number') &&
  !field.derive &&
  !('takes' in field && field.takes) &&
  ('options' in field ? field.options !== undefined && !Object.keys(field.options).some((key) => Number.isNaN(Number(key))) : true)

/** Whether the field decides that a required field is hidden, which the row therefore leaves out. */
const decides = ({ form, fields }: AnyEntity, key: string, row: NewRow): boolean =>
  Object.entries(form?.showWhen ?? {}).some(
    ([hidden, condition]) =>
      typeof condition === 'object' && condition !== null && key in condition && fields[hidden]?.required !== undefined && !(hidden in row),
  )

/** A row whose optional fields are random or empty, and whose required fields are random if their rules leave a choice. */
export async function randomRow(rows: RowFactory, entity: AnyEntity, random: () => number): Promise<NewRow> {
  const row = await rows.row(entity)
  const asked = rows.required(entity, row)
  for (const [key, field] of Object.entries(entity.fields)) {
    if (!isFree(field) || !(key in row) || key in asked || rows.isSettled(entity, key) || decides(entity, key, row)) continue
    const value = await randomValue(rows, field, random)
    if (value === undefined || (value === null && field.required)) continue
    row[key] = value
    if (field.type === 'number' && field.min && typeof value === 'number' && value < field.min.is) row[key] = field.min.is
  }
  for (const [key, field] of Object.entries(entity.fields)) {
    const earliest = field.type === 'date' && field.notBefore ? row[field.notBefore.field] : undefined
    if (row[key] && String(row[key]) < String(earliest ?? '')) row[key] = earliest
  }
  return row
}

/**
 * Writes rows through the engine and without passwords, because hashing thousands would take most of the test. Rows that an entity only
 * shows are written as those of the entity that it is a view of.
 */
export async function writeRandom(
  app: TestApp,
  rows: RowFactory,
  want: { entity: AnyEntity; count: number; random: () => number; actor: Actor },
): Promise<void> {
  const { of, endpoints } = want.entity
  const isShown = of !== undefined && (['add', 'edit', 'delete'] as const).every((verb) => endpoints.disable?.includes(verb))
  const entity = isShown ? rows.entity(String(of)) : want.entity
  const made: NewRow[] = []
  for (let n = 0; n < want.count; n++) {
    const row = { ...(await randomRow(rows, entity, want.random)), ...(isShown && want.entity.where) }
    for (const [key, field] of Object.entries(entity.fields)) if (field.type === 'secret') delete row[key]
    made.push(row)
  }
  const secrets = Object.entries(entity.fields).flatMap(([key, field]) => (field.type === 'secret' ? [key] : []))
  await untypedEngine(app.app.engine).write({
    entity: entity.name,
    operation: 'add',
    rows: made,
    actor: want.actor,
    fields: 'all',
    scope: 'none',
    waive: secrets,
  })
}
