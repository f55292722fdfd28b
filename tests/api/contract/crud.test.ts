import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyEntity } from '../../../engine/schema/index.ts'
import { testApp, type TestApp } from '../../support/build-app.ts'
import { onBothDatabases } from '../../support/databases.ts'
import { loaded } from '../../schemas/load.ts'
import { productRows, type RowFactory } from '../row-factory.ts'
import { auditOf, expectNotFound, type WorldRow } from '../world.ts'

const can = (entity: AnyEntity, verb: 'add' | 'edit' | 'delete' | 'deleteBatch'): boolean => !entity.endpoints.disable?.includes(verb)
const whole = loaded.filter((entity) => can(entity, 'add') && can(entity, 'edit'))

const changeableTypes = ['text', 'number', 'dictionary']

/** A field that a client may change without affecting anything else; preferably a text, because values can derive from numbers. */
const changeable = (entity: AnyEntity): string => {
  const free = Object.entries(entity.fields).filter(
    ([, { type, readonly, derive, ...field }]) => changeableTypes.includes(type) && !readonly && !derive && !('pattern' in field),
  )
  const found = changeableTypes.map((wanted) => free.find(([, { type }]) => type === wanted)).find(Boolean)
  if (!found) throw new Error(`${entity.name} has no text to change`)
  return found[0]
}

onBothDatabases('every entity', (database) => {
  let app: TestApp
  let rows: RowFactory
  beforeAll(async () => {
    app = await testApp({ database })
    rows = await productRows(app)
  })
  afterAll(() => app.close())

  const listed = async (entity: AnyEntity, row: WorldRow, query: Record<string, string> = {}): Promise<WorldRow[]> => {
    const answer = await app.call<{ records: WorldRow[]; total: number }>('GET', `${entity.endpoints.base}/list`, {
      as: rows.tokenFor(entity),
      query: { ...rows.required(entity, row), ...query },
    })
    expect(answer.body).toMatchObject({ success: true, code: 200 })
    expect(answer.body.result.total).toBe(answer.body.result.records.length)
    return answer.body.result.records
  }
  const byId = (entity: AnyEntity, id: string) =>
    app.call<WorldRow>('GET', `${entity.endpoints.base}/queryById`, { as: rows.tokenFor(entity), query: { id } })

  describe.for(whole.map((entity) => [String(entity.name), entity] as const))('%s', ([, entity]) => {
    test('is added with defaults and labels, read back, listed, edited and deleted; each write has its audit row', async () => {
      const as = rows.tokenFor(entity)
      const { base } = entity.endpoints
      const sent = await rows.row(entity)
      const added = await app.call<WorldRow>('POST', `${base}/add`, { as, body: sent })
      expect(added.body).toMatchObject({ success: true, code: 200, message: entity.messages?.add ?? '添加成功！' })
      const row = added.body.result
      expect(row).toMatchObject({ version: 1, createBy: 'admin' })
      for (const [key, value] of Object.entries(sent)) {
        const type = entity.fields[key]?.type
        if (type !== 'secret') expect(row[key], key).toEqual(type === 'rows' && typeof value === 'string' ? JSON.parse(value) : value)
      }

      expect((await byId(entity, row.id)).body.result).toEqual(row)
      const key = changeable(entity)
      expect((await listed(entity, row, { [key]: String(row[key]) })).map((one) => one.id)).toEqual([row.id])
      expect(await listed(entity, row, { [key]: '987654' })).toEqual([])

      const isChosen = entity.fields[key]?.type === 'dictionary'
      const changed = typeof row[key] === 'number' ? 4321 : isChosen ? '0' : `${String(row[key])}x`
      const edited = await app.call<WorldRow>('PUT', `${base}/edit`, {
        as,
        body: { id: row.id, version: 1, _base: { [key]: row[key] }, [key]: changed },
      })
      expect(edited.body).toMatchObject({ success: true, message: entity.messages?.edit ?? '编辑成功！' })
      expect(edited.body.result).toEqual({
        ...row,
        [key]: changed,
        ...(isChosen && { [`${key}_dictText`]: expect.any(String) }),
        version: 2,
        updateBy: 'admin',
        updateTime: edited.body.result['updateTime'],
      })

      const gone = await app.call('DELETE', `${base}/delete`, { as, query: { id: row.id } })
      expect(gone.body).toMatchObject({ success: true, message: entity.messages?.delete ?? '删除成功!' })
      expectNotFound(await byId(entity, row.id))
      expect(await listed(entity, row, { [key]: String(changed) })).toEqual([])
      expectNotFound(await app.call('DELETE', `${base}/delete`, { as, query: { id: row.id } }))
      expectNotFound(await app.call('PUT', `${base}/edit`, { as, body: { id: row.id, [key]: '77' } }))

      const trail = await auditOf(app, row.id)
      expect(trail.map(({ operation, version }) => [operation, version])).toEqual([
        ['add', 1],
        ['edit', 2],
        ['delete', 3],
      ])
      expect(JSON.parse(trail[1]?.changes ?? '')).toEqual({ [key]: [row[key], changed] })
      expect(trail.map((entry) => entry.changes).join()).not.toMatch(/argon2|Abc123/)
    })

    test('only declared fields that clients may write are read from a body', async () => {
      const as = rows.tokenFor(entity)
      const forged = { id: '1', createBy: 'forged', createTime: '2000-01-01 00:00:00', version: 77, delFlag: 1, unheardOf: 'x' }
      const fixed = Object.entries(entity.fields).filter(([, field]) => field.readonly === true || field.derive || field.type === 'via')
      const sent = { ...(await rows.row(entity)), ...forged, ...Object.fromEntries(fixed.map(([key]) => [key, '7'])) }
      const row = (await app.call<WorldRow>('POST', `${entity.endpoints.base}/add`, { as, body: sent })).body.result
      expect(row).toMatchObject({ version: 1, createBy: 'admin' })
      expect(row.id).not.toBe('1')
      expect(row['createTime']).not.toBe('2000-01-01 00:00:00')
      for (const [key] of fixed) expect(`${key}=${String(row[key])}`).not.toBe(`${key}=7`)
      expect((await byId(entity, row.id)).body.success).toBe(true)
    })

    test.runIf(can(entity, 'deleteBatch'))('a batch answers row by row', async () => {
      const as = rows.tokenFor(entity)
      const [one, two] = [await rows.added(entity), await rows.added(entity)]
      const answer = await app.call<{ id: string; success: boolean; message: string }[]>('DELETE', `${entity.endpoints.base}/deleteBatch`, {
        as,
        query: { ids: `${one.id},no-such-row,${two.id},` },
      })
      expect(answer.body.success).toBe(true)
      expect(answer.body.result.map(({ id, success }) => [id, success])).toEqual([
        [one.id, true],
        ['no-such-row', false],
        [two.id, true],
      ])
      expectNotFound(await byId(entity, one.id))
      expectNotFound(await byId(entity, two.id))
    })
  })

  describe.for(loaded.filter((entity) => entity.endpoints.disable?.length).map((entity) => [String(entity.name), entity] as const))(
    '%s',
    ([, entity]) => {
      test('answers 404 to every verb that its schema turns off', async () => {
        const verbs = { add: 'POST', edit: 'PUT', delete: 'DELETE', deleteBatch: 'DELETE', importExcel: 'POST', exportXls: 'GET' } as const
        for (const verb of entity.endpoints.disable ?? []) {
          const answer = await app.call(verbs[verb], `${entity.endpoints.base}/${verb}`, { as: rows.tokenFor(entity) })
          expect(`${verb} ${answer.status}`).toBe(`${verb} 404`)
        }
      })
    },
  )

  describe('rows in a bin', () => {
    const bins = [
      { name: 'user', list: 'recycleBin', restore: 'putRecycleBin', purge: 'deleteRecycleBin', ids: 'userIds' },
      { name: 'student', list: 'deleteList', restore: 'restore', purge: 'purge', ids: 'ids' },
      { name: 'dictionary', list: 'deleteList', restore: 'back/', purge: 'deletePhysic/', ids: undefined },
      { name: 'course', list: 'deleteList', restore: 'restore', purge: 'purge', ids: 'ids' },
    ]
    test.for(bins.map((bin) => [bin.name, bin] as const))('%s: wait there, come back unchanged, or leave for good', async ([name, bin]) => {
      const entity = rows.entity(name)
      const { base } = entity.endpoints
      const as = rows.tokenFor(entity)
      const row = await rows.added(entity)
      const remove = () => app.call('DELETE', `${base}/delete`, { as, query: { id: row.id } })
      const inBin = async () =>
        (await app.call<WorldRow[]>('GET', `${base}/${bin.list}`, { as })).body.result.some((one) => one.id === row.id)
      const act = (method: 'PUT' | 'DELETE', path: string) =>
        app.call(method, `${base}/${path}${bin.ids ? '' : row.id}`, { as, ...(bin.ids ? { query: { [bin.ids]: row.id } } : {}) })
      expect(await inBin()).toBe(false)
      expect((await remove()).body.success).toBe(true)
      expect(await inBin()).toBe(true)
      expect((await act('PUT', bin.restore)).body.success).toBe(true)
      expect(await inBin()).toBe(false)
      const back = (await byId(entity, row.id)).body.result
      expect({ ...back, version: 1, updateBy: null, updateTime: null }).toEqual(row)
      expect((await act('DELETE', bin.purge)).body).toMatchObject({ success: false, message: '未找到对应实体' })
      await remove()
      expect((await act('DELETE', bin.purge)).body.success).toBe(true)
      expect(await inBin()).toBe(false)
      expect((await auditOf(app, row.id)).map((entry) => entry.operation)).toEqual(['add', 'delete', 'restore', 'delete', 'purge'])
    })
  })
})
