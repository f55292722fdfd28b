import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { untypedEngine } from '../../../../engine/server/index.ts'
import { modelsOf } from '../../../../engine/server/model/model.ts'
import { TextMatches, commonTexts } from '../../../../engine/server/query/text-matches.ts'
import { searchedColumns } from '../../../../engine/server/model/searched-columns.ts'
import { textIndexName } from '../../../../engine/server/tables/text-index.ts'
import { loadEntities, wantedTables } from '../../../../src/server/database.ts'
import { seeded } from '../../../api/contract/random-rows.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

/** Signs that mean something to `like`, to the index, or to nobody; capital letters, full width, letters beyond ASCII, outside the BMP. */
const signs = [...'aAbBzZ01%_*?\\\'"|!+ 　张三丰王李ａＡéÉßIıK\u0001😀🧪𠮷']
const random = seeded(13)
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
const randomText = (most: number): string => Array.from({ length: Math.floor(random() * (most + 1)) }, () => pick(signs)).join('')
const randomTerm = (): string => randomText(pick([1, 2, 3, 4])) || pick(signs)

interface Listed {
  readonly total: number
  readonly records: readonly { readonly id: string }[]
}

onBothDatabases('texts that an index finds', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  const write = (work: Parameters<TestApp['app']['engine']['db']['write']>[0]) => app.app.engine.db.write(work)
  const add = (id: string, comment: string | null) =>
    sql`insert into bh_inspection_comment (id, comment, comment_leve, comment_type, create_by, create_time, version)
      values (${id}, ${comment}, 1, ${id}, 'me', '2026-01-01', 1)`
  const like = async (pattern: string): Promise<string[]> => {
    const matches = database === 'postgres' ? sql`comment ilike ${pattern} escape '\\'` : sql`comment like ${pattern} escape '\\'`
    const { rows } = await sql<{ id: string }>`select id from bh_inspection_comment where ${matches}`.execute(app.app.engine.db.read)
    return rows.map(({ id }) => id).sort()
  }
  const listed = async (query: Readonly<Record<string, string>>): Promise<string[]> => {
    const { body } = await app.call<Listed>('GET', '/inspect/bhInspectionComment/list', { as: admin, query: { ...query, pageSize: 1000 } })
    expect(body.success, body.message).toBe(true)
    expect(body.result.total).toBe(body.result.records.length)
    return body.result.records.map(({ id }) => id).sort()
  }
  const advanced = (rule: string, val: string) => ({ superQueryParams: JSON.stringify([{ field: 'comment', rule, val }]) })
  const escaped = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

  async function expectSame(term: string): Promise<void> {
    const pattern = escaped(term)
    expect(await listed(advanced('like', term)), JSON.stringify(term)).toEqual(await like(`%${pattern}%`))
    expect(await listed(advanced('left_like', term))).toEqual(await like(`%${pattern}`))
    expect(await listed(advanced('right_like', term))).toEqual(await like(`${pattern}%`))
  }

  test('are those that a comparison of every row finds, whatever is written meanwhile', async () => {
    const ids: string[] = []
    for (let round = 0; round < 6; round++) {
      for (let turn = 0; turn < 60; turn++) {
        const undone = random() < 0.1
        await write(async (tx) => {
          for (let row = 0; row < 3; row++) {
            const id = `r${round}-${turn}-${row}`
            await add(id, random() < 0.05 ? null : randomText(8)).execute(tx)
            if (!undone) ids.push(id)
          }
          await sql`update bh_inspection_comment set comment = ${randomText(8)} where id = ${pick(ids)}`.execute(tx)
          await sql`delete from bh_inspection_comment where id = ${pick(ids)}`.execute(tx)
          if (undone) throw new Error('undone')
        }).catch((error: unknown) => expect(error).toMatchObject({ message: 'undone' }))
      }
      for (const term of Array.from({ length: 25 }, randomTerm)) await expectSame(term)
    }
    for (const sign of signs) await expectSame(sign)
  })

  test('are found by the forms of a plain parameter as well', async () => {
    await write((tx) => add('pair', '甲乙丙丁 Tail').execute(tx))
    for (const form of ['*乙丙*', '*丁 TAIL', '甲*', '*乙*', ',没有,丁 t,', '*甲乙丙丁 tail*'])
      expect(await listed({ comment: form })).toContain('pair')
    for (const form of ['*丙乙*', '乙丙*', '*甲丙*', ',没有,也没有,']) expect(await listed({ comment: form })).toEqual([])
    const either = [
      { field: 'comment', rule: 'like', val: '乙丙' },
      { field: 'id', rule: '=', val: 'pair' },
    ]
    expect(await listed({ superQueryMatchType: 'or', superQueryParams: JSON.stringify(either) })).toEqual(['pair'])
  })

  test('are found through a reference, where the found row is left out when it no longer holds the text', async () => {
    await write(async (tx) => {
      for (const [id, name] of [
        ['u1', '欧阳雪'],
        ['u2', '阳光'],
        ['u3', '王强'],
      ] as const) {
        await sql`insert into sys_user (id, username, realname, study_number, create_time, version, del_flag, user_identity)
          values (${id}, ${id}, ${name}, ${id}, 'x', 1, 0, 1)`.execute(tx)
        await sql`insert into bh_class_stu (id, stu_id, create_time, version) values (${`in-${id}`}, ${id}, 'x', 1)`.execute(tx)
      }
    })
    const members = async (realname: string) => {
      const { body } = await app.call<Listed>('GET', '/jw/bhClassStu/list', { as: admin, query: { realname } })
      return [body.result.total, ...body.result.records.map(({ id }) => id).sort()]
    }
    expect(await members('*阳*')).toEqual([2, 'in-u1', 'in-u2'])
    expect(await members('*欧阳*')).toEqual([1, 'in-u1'])
    await write((tx) => sql`update sys_user set realname = '欧雪' where id = 'u1'`.execute(tx))
    expect(await members('*阳*')).toEqual([1, 'in-u2'])
    expect(await members('*雪*')).toEqual([1, 'in-u1'])
  })

  test('are found by the global search and among choices, in their order', async () => {
    const names = ['Ångström 光学台', '光学', 'a光b', '台', 'À']
    await write(async (tx) => {
      for (const [index, name] of names.entries())
        await sql`insert into sys_depart (id, depart_name, org_code, create_time, version) values (${`d${index}`}, ${name}, ${`D${index}`}, 'x', 1)`.execute(
          tx,
        )
    })
    const found = async (keyword: string) => {
      const { body } = await app.call<readonly { readonly entity: string; readonly rows: readonly { readonly id: string }[] }[]>(
        'GET',
        '/sys/search',
        { as: admin, query: { keyword } },
      )
      return body.result.filter(({ entity }) => entity === 'department').flatMap(({ rows }) => rows.map(({ id }) => id))
    }
    expect([await found('光'), await found('光学'), await found('ÅNG'), await found('光学台'), await found('没有')]).toEqual([
      ['d2', 'd1', 'd0'],
      ['d1', 'd0'],
      ['d0'],
      ['d0'],
      [],
    ])
    const { body } = await app.call<readonly { readonly value: string }[]>('GET', '/sys/sysDepart/options', {
      as: admin,
      query: { keyword: '光' },
    })
    expect(body.result.map(({ value }) => value).sort()).toEqual(['d0', 'd1', 'd2'])
  })

  test('are named if they are few; if they are many, or cannot be told, rows are read in order', async () => {
    await write((tx) =>
      sql`insert into bh_inspection_comment (id, comment, comment_leve, comment_type, create_by, create_time, version)
        with recursive n (i) as (select 1 union all select i + 1 from n where i < 6000)
        select 'many' || i, case when i <= 7 then '罕见' else '常常' end || i, 1, 'many' || i, 'me', 'x', 1 from n`.execute(tx),
    )
    const { db, models } = untypedEngine(app.app.engine)
    if (database === 'postgres') await sql`analyze bh_inspection_comment`.execute(db.read)
    const model = app.app.engine.model('comment')
    const context = { db, models, dialect: db.dialect, searched: searchedColumns(models), common: commonTexts() }
    const asked = async (key: string, ...texts: string[]) => {
      const found = new TextMatches(context)
      const condition = () => found.within({ model, alias: 't', key }, texts)
      expect(condition()).toBeUndefined()
      await found.find()
      const rows = condition()
      if (!rows) return 'all'
      expect(found.isNarrow).toBe(true)
      const named = await sql<{
        id: string
        comment: string | null
      }>`select id, comment from bh_inspection_comment as t where ${rows}`.execute(db.read)
      const holding = named.rows.filter(({ comment }) => texts.some((text) => comment?.includes(text)))
      // On SQLite the rows that the index has not taken in yet are named as well.
      expect(named.rows.length - holding.length).toBeLessThan(200)
      return holding.length
    }
    expect([await asked('comment', '罕'), await asked('comment', '罕见'), await asked('comment', '罕见7')]).toEqual([7, 7, 1])
    expect(await asked('comment', '罕见3', '罕见4')).toBe(2)
    for (const text of ['常', '常常', '常常1', '\u{10ffff}', '\0', '']) expect(await asked('comment', text), text).not.toBe(1)
    expect([await asked('comment', '常'), await asked('comment', '常常'), await asked('comment', '')]).toEqual(['all', 'all', 'all'])
    expect(await asked('createBy', 'me')).toBe('all')
    // More signs than a query of PostgreSQL may ask for.
    const endless = Array.from({ length: 40_000 }, (_, n) => String.fromCodePoint(0x10000 + n)).join('')
    expect([await asked('comment', endless), await asked('comment', `罕见7${endless}`)]).toEqual([0, 0])
  })
})

test('the index of a table has the texts that any screen searches by what they contain, and no others', async () => {
  const all = await loadEntities()
  const found = searchedColumns(modelsOf(all))
  expect(found.get('bh_facility')).toEqual(['facility_name', 'facility_num'])
  // The students' numbers and names are searched in the lists of their classes and results, too.
  expect(found.get('sys_user')).toEqual(['email', 'phone', 'realname', 'study_number', 'username', 'work_no'])
  expect(found.has('bh_inspection_result')).toBe(false)
  const planned = wantedTables(all).flatMap(({ name, indexes }) =>
    indexes.filter(({ contains }) => contains).map((index) => [name, index.name, index.columns]),
  )
  expect(planned.sort()).toEqual([...found].map(([table, columns]) => [table, textIndexName(table), columns]).sort())
})
