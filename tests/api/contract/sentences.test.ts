import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { untypedEngine } from '../../../engine/server/index.ts'
import { testApp, type TestApp } from '../../support/build-app.ts'
import { onBothDatabases } from '../../support/databases.ts'
import { loaded } from '../../schemas/load.ts'
import { readSpec, type SpecRule } from '../../spec/read-spec.ts'
import { productRows, type NewRow, type RowFactory } from '../row-factory.ts'
import type { WorldRow } from '../world.ts'
import { expectNone } from '../../support/expect-none.ts'

/** Rules about one field of a row; the sentences come from `tests/spec`, which is based on the documents, not on the schemas. */
const { rules } = readSpec()
const isAdded = (name: string): boolean => !loaded.some((entity) => entity.name === name && entity.endpoints.disable?.includes('add'))
const ofKind = (...kinds: readonly string[]): (readonly [string, SpecRule])[] =>
  rules
    .filter((rule) => kinds.includes(rule.kind) && rule.field && isAdded(rule.entity))
    .map((rule) => [`${rule.id} ${rule.entity}.${rule.field} ${rule.sentence ?? ''}`, rule] as const)

/** Checks the answer to a refused row: 422, with the sentence at its field and nowhere else. */
export function sentenceProblem(
  answer: { status: number; body: { code: number; details?: object } },
  field: string,
  sentence: string | undefined,
): string | undefined {
  const details: Readonly<Record<string, unknown>> = { ...answer.body.details }
  if (answer.status !== 422 || answer.body.code !== 422) return `answered ${answer.status}`
  if (sentence === undefined ? !details[field] : details[field] !== sentence) return `${field} says ${String(details[field])}`
  return Object.keys(details).length > 1 ? `others complain too: ${Object.keys(details).join()}` : undefined
}

onBothDatabases('sentences of the specification', (database) => {
  let app: TestApp
  let rows: RowFactory
  beforeAll(async () => {
    app = await testApp({ database })
    rows = await productRows(app)
  })
  afterAll(() => app.close())

  const add = async (rule: SpecRule, change: NewRow) => {
    const entity = rows.entity(rule.entity)
    return app.call<WorldRow>('POST', `${entity.endpoints.base}/add`, {
      as: rows.tokenFor(entity),
      body: { ...(await rows.row(entity)), ...change },
    })
  }
  const refused = async (rule: SpecRule, change: NewRow): Promise<void> =>
    expect(sentenceProblem(await add(rule, change), rule.field ?? '', rule.sentence)).toBeUndefined()
  const accepted = async (rule: SpecRule, change: NewRow): Promise<void> =>
    expect((await add(rule, change)).body).toMatchObject({ success: true })

  test.for(ofKind('required', 'requiredAny'))('%s: missing, null, empty and blank are refused', async ([, rule]) => {
    const key = rule.field ?? ''
    const secret = rows.entity(rule.entity).fields[key]?.type === 'secret'
    for (const value of [undefined, null, '', ...(secret ? [] : ['   '])]) await refused(rule, { [key]: value })
  })

  test.for(ofKind('required', 'requiredAny'))('%s: an edit cannot empty it', async ([, rule]) => {
    const entity = rows.entity(rule.entity)
    const key = rule.field ?? ''
    const field = entity.fields[key]
    if (field?.readonly || field?.requiredOn) return
    const as = rows.tokenFor(entity)
    const row = await rows.added(entity)
    const answer = await app.call('PUT', `${entity.endpoints.base}/edit`, { as, body: { id: row.id, version: 1, [key]: '' } })
    expect(sentenceProblem(answer, key, rule.sentence)).toBeUndefined()
    expect((await app.call<WorldRow>('GET', `${entity.endpoints.base}/queryById`, { as, query: { id: row.id } })).body.result).toEqual(row)
  })

  test.for(ofKind('emptied'))('%s: a new row has a value of its own, but cannot be without one', async ([, rule]) => {
    for (const value of ['', '   ']) await refused(rule, { [rule.field ?? '']: value })
    await accepted(rule, { [rule.field ?? '']: undefined })
  })

  test.for(ofKind('requiredWhen'))('%s: only where it applies', async ([, rule]) => {
    for (const value of ['', null]) await refused(rule, { ...rule.row, [rule.field ?? '']: value })
    await accepted(rule, { ...rule.otherRow, [rule.field ?? '']: '' })
  })

  test.for(ofKind('optional'))('%s may be left out', async ([, rule]) => accepted(rule, { [rule.field ?? '']: '' }))

  test.for(ofKind('pattern'))('%s', async ([, rule]) => {
    const both = (value: unknown): NewRow => ({
      [rule.field ?? '']: value,
      ...(rule.field === 'password' ? { confirmpassword: value } : {}),
    })
    await refused(rule, both(rule.bad))
    const good = await add(rule, both(rule.good))
    expect(good.body.details?.[rule.field ?? '']).not.toBe(rule.sentence)
    expectNone(Object.keys(good.body.details ?? {}).filter((key) => !rows.entity(rule.entity).fields[key]?.unique))
  })

  test.for(ofKind('length', 'maximum'))('%s', async ([, rule]) => {
    const [key, most] = [rule.field ?? '', Number(rule.max ?? rule.value)]
    await refused(rule, { [key]: 'x'.repeat(most + 1) })
    await accepted(rule, { [key]: 'x'.repeat(most) })
    if (rule.min === undefined) return
    await refused(rule, { [key]: 'x'.repeat(rule.min - 1) })
    await accepted(rule, { [key]: 'x'.repeat(rule.min) })
  })

  test.for(ofKind('minimum'))('%s', async ([, rule]) => {
    await refused(rule, { [rule.field ?? '']: Number(rule.value) - 1 })
    await accepted(rule, { [rule.field ?? '']: Number(rule.value) })
  })

  test.for(ofKind('notBefore'))('%s', async ([, rule]) => {
    await refused(rule, { [rule.than ?? '']: '2026-09-02', [rule.field ?? '']: '2026-09-01' })
    await accepted(rule, { [rule.than ?? '']: '2026-09-02', [rule.field ?? '']: '2026-09-02' })
  })

  test.for(ofKind('after'))('%s', async ([, rule]) => {
    await refused(rule, { [rule.than ?? '']: '2029-09-02 08:00:00', [rule.field ?? '']: '2029-09-02 08:00:00' })
    await accepted(rule, { [rule.than ?? '']: '2029-09-02 08:00:00', [rule.field ?? '']: '2029-09-02 08:01:00' })
  })

  test.for(ofKind('sameAs'))('%s', async ([, rule]) => refused(rule, { [rule.field ?? '']: 'Another1!' }))

  test.for(ofKind('unique', 'uniqueAny'))('%s: on add, on edit, and against rows in the bin', async ([, rule]) => {
    const entity = rows.entity(rule.entity)
    const as = rows.tokenFor(entity)
    const key = rule.field ?? ''
    const [one, two] = [await rows.added(entity), await rows.added(entity)]
    await refused(rule, { [key]: one[key] })
    if (!entity.fields[key]?.readonly) {
      const edit = await app.call('PUT', `${entity.endpoints.base}/edit`, { as, body: { id: two.id, [key]: one[key] } })
      expect(sentenceProblem(edit, key, rule.sentence)).toBeUndefined()
      expect((await app.call('PUT', `${entity.endpoints.base}/edit`, { as, body: { id: two.id, [key]: two[key] } })).body.success).toBe(
        true,
      )
    }
    await app.call('DELETE', `${entity.endpoints.base}/delete`, { as, query: { id: one.id } })
    if (entity.bin) await refused(rule, { [key]: one[key] })
    else await accepted(rule, { [key]: one[key] })
  })

  test.for(ofKind('fixedOnEdit', 'addOnly'))('%s stays unchanged if an edit sends another value', async ([, rule]) => {
    const entity = rows.entity(rule.entity)
    const as = rows.tokenFor(entity)
    const key = rule.field ?? ''
    const row = await rows.added(entity)
    const { rows: before } = await storedRow(row.id)
    const answer = await app.call<WorldRow>('PUT', `${entity.endpoints.base}/edit`, {
      as,
      body: { id: row.id, [key]: 'Other-1!', password: 'Other-1!', confirmpassword: 'Other-1!' },
    })
    expect(answer.body.result).toEqual(row)
    expect((await storedRow(row.id)).rows).toEqual(before)

    async function storedRow(id: string) {
      const engine = untypedEngine(app.app.engine)
      const model = engine.model(rule.entity)
      return { rows: await engine.db.read.selectFrom(model.table).selectAll().where(model.idColumn, '=', id).execute() }
    }
  })

  test.for(ofKind('filterRequired'))('%s: only the screen requires it: a call without it answers every matching row', async ([, rule]) => {
    const entity = rows.entity(rule.entity)
    const row = await rows.added(entity)
    const list = (query: Record<string, string>) =>
      app.call<{ records: WorldRow[]; total: number }>('GET', `${entity.endpoints.base}/list`, { as: rows.tokenFor(entity), query })
    const { [rule.field ?? '']: asked, ...others } = rows.required(entity, row)
    const idsOf = async (query: Record<string, string>) =>
      (await list({ ...query, pageSize: '1000' })).body.result.records.map(({ id }) => id)
    const [without, narrowed] = [await idsOf(others), await idsOf({ ...others, [rule.field ?? '']: asked ?? '' })]
    expect(without).toContain(row.id)
    expect(narrowed).toContain(row.id)
    expect(without).toEqual(expect.arrayContaining(narrowed))
  })

  test.for(
    rules
      .filter((rule) => rule.kind.startsWith('param'))
      .map((rule) => [`${rule.id} ${rule.entity}.${rule.call} ${rule.sentence}`, rule] as const),
  )('%s', async ([, rule]) => {
    const entity = rows.entity(rule.entity)
    const call = entity.calls?.[rule.call ?? '']
    const path = call?.path ?? `${entity.endpoints.base}/${rule.call}`
    const params = await rows.params(call?.params ?? {})
    const body = { ...(await rows.row(rows.entity('user'))), ...params, [rule.field ?? '']: rule.bad ?? '' }
    expect(
      sentenceProblem(await app.call('POST', path, { as: rows.tokenFor(entity), body }), rule.field ?? '', rule.sentence),
    ).toBeUndefined()
  })
})

describe('planted', () => {
  test('the checker notices a wrong sentence, a wrong field and a wrong status', () => {
    const right = { status: 422, body: { code: 422, details: { name: '请输入名称!' } } }
    expect(sentenceProblem(right, 'name', '请输入名称!')).toBeUndefined()
    expect(sentenceProblem(right, 'name', '请输入名称！')).toContain('name says')
    expect(sentenceProblem(right, 'title', '请输入名称!')).toContain('title says')
    expect(sentenceProblem({ ...right, status: 200 }, 'name', '请输入名称!')).toContain('answered')
    expect(sentenceProblem({ status: 422, body: { code: 422, details: { name: 'a', other: 'b' } } }, 'name', 'a')).toContain('others')
  })
})
