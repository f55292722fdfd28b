import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRow, aPerson, password, type WorldRow } from '../../../api/world.ts'
import { root } from '../../../../scripts/machine.mjs'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

interface Page {
  readonly records: WorldRow[]
  readonly total: number
}

/** Leaves out the rows that exist only for the texts. */
const below99 = { field: 'sortOrder', rule: 'lt', val: '99', type: 'string' }

/** Study number, name, identity number, e-mail, birthday. */
const people = [
  ['S1', '赵一', '110101199003077774', 'a%b@x.cn', '2003-01-05'],
  ['S2', '钱二', '310101199003077758', 'ab@x.cn', '2003-01-05'],
  ['S3', '孙三', '210101199003077756', 'a_b@x.cn', '2004-02-06'],
  ['S4', '李四', '', 'cd@x.cn', ''],
] as const

onBothDatabases('lists on request', (database) => {
  let app: TestApp
  let admin: string
  let teacher: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    teacher = await app.signIn('admin', '2')
    for (const [studyNumber, realname, idNumber, email, birthday] of people) {
      const account = { username: `u${studyNumber}`, password, confirmpassword: password }
      const optional = { ...(idNumber && { idNumber }), ...(birthday && { birthday }) }
      await addRow(app, '/jw/user', { as: admin, body: { ...account, studyNumber, realname, email, ...optional } })
    }
  })
  afterAll(() => app.close())

  const list = (as: string, query: Record<string, string | number>) => app.call<Page>('GET', '/jw/user/list', { as, query })
  const numbers = async (as: string, query: Record<string, string | number>): Promise<string> => {
    const { body } = await list(as, query)
    if (!body.success) throw new Error(body.message)
    expect(body.result.total).toBe(body.result.records.length)
    return body.result.records.map((row) => row['studyNumber']).join(' ')
  }
  const standard = 'S4 S3 S2 S1'

  describe('starred columns', () => {
    test('sort only for people who see them in full', async () => {
      expect(await numbers(admin, { column: 'idNumber', order: 'asc' })).toBe('S4 S1 S3 S2')
      expect(await numbers(admin, { column: 'idNumber', order: 'desc' })).toBe('S2 S3 S1 S4')
      const plain = await numbers(teacher, {})
      for (const order of ['asc', 'desc']) expect(await numbers(teacher, { column: 'idNumber', order })).toBe(plain)
      expect(await numbers(teacher, { column: 'idNumber,studyNumber', order: 'asc' })).toBe('S1 S2 S3 S4')
    })

    test('filter only for people who see them in full, in every form', async () => {
      const forms = { idNumber: '*0307777*', idNumber_begin: '3', idNumber_MultiString: '210101199003077756,x' }
      const found = ['S1', 'S2', 'S3']
      for (const [index, [key, value]] of Object.entries(forms).entries()) {
        expect(await numbers(admin, { [key]: value, column: 'studyNumber', order: 'asc' })).toBe(found[index])
        expect(await numbers(teacher, { [key]: value })).toBe(standard)
      }
    })

    test('the answer to one value is never the answer to another, whichever was requested first', async () => {
      const pairs = [
        ['idNumber', '110101199003077774', '310101199003077758'],
        ['idNumber', '1000000000000000004', '1000000000000000001'],
        ['studyNumber', 'S1', 'S2'],
        ['status', '1', '2'],
        ['status', '1', '1.0'],
        ['status', '1', '1.5'],
        ['status', '9007199254740991', '9007199254740993'],
        ['status', '3000000000', '1'],
        ['email', 'ab@x.cn', '10'],
        ['birthday', '2003-01-05', '2004-02-06'],
      ] as const
      const expected = (key: string, value: string): string[] =>
        people
          .filter(([number, , id, email, birthday]) => {
            const row: Record<string, string> = { studyNumber: number, idNumber: id, email, birthday, status: '1' }
            return key === 'status' ? Number(value) === 1 : row[key] === value
          })
          .map(([number]) => number)
      for (const [key, first, second] of pairs) {
        for (const value of [first, second, first]) {
          for (const as of [teacher, admin, teacher]) {
            const all = as === teacher && key === 'idNumber' ? standard.split(' ') : expected(key, value)
            const answer = await numbers(as, { [key]: value })
            expect({ key, value, answer: answer.split(' ').filter(Boolean).sort() }).toEqual({ key, value, answer: all.toSorted() })
          }
        }
      }
    })

    test('values keep their places if their parameters change places, or one is hidden from the caller', async () => {
      const two = { realname: '钱二', studyNumber: 'S2' }
      expect(await numbers(teacher, two)).toBe('S2')
      expect(await numbers(teacher, { studyNumber: 'S2', realname: '钱二' })).toBe('S2')
      expect(await numbers(teacher, { studyNumber: '钱二', realname: 'S2' })).toBe('')
      for (const as of [teacher, admin, teacher])
        expect(await numbers(as, { idNumber: '110101199003077774', ...two })).toBe(as === teacher ? 'S2' : '')
    })
  })

  describe('sort', () => {
    test('pages that are not full are counted too', async () => {
      for (const [pageSize, pages] of [
        [2, 2],
        [3, 2],
        [4, 1],
      ] as const)
        expect((await list(teacher, { pageSize })).body.result).toMatchObject({ total: 4, pages })
    })

    test('a column without a direction is ignored', async () => {
      expect(await numbers(teacher, { column: 'studyNumber' })).toBe(standard)
    })

    test('several columns sort one after the other, each in its own direction or all in the last one given', async () => {
      expect(await numbers(teacher, { column: 'birthday,studyNumber', order: 'asc,desc' })).toBe('S4 S2 S1 S3')
      expect(await numbers(teacher, { column: 'birthday,studyNumber', order: 'desc,asc' })).toBe('S3 S1 S2 S4')
      expect(await numbers(teacher, { column: 'birthday,studyNumber', order: 'desc' })).toBe('S3 S2 S1 S4')
      expect(await numbers(teacher, { column: 'noSuchColumn,studyNumber,studyNumber', order: 'asc' })).toBe('S1 S2 S3 S4')
    })

    test('pages and walks keep the order of several columns', async () => {
      const query = { column: 'birthday,studyNumber', order: 'asc,desc' }
      const pages: unknown[] = []
      for (const pageNo of [1, 2, 3, 4])
        pages.push(...(await list(teacher, { ...query, pageNo, pageSize: 1 })).body.result.records.map((row) => row['studyNumber']))
      expect(pages.join(' ')).toBe('S4 S2 S1 S3')
      const actor = { id: '', username: '', realname: '', role: '1', orgCode: '', permissions: new Set<string>() }
      for (const [order, walked] of [
        ['asc,desc', 'S4 S2 S1 S3'],
        ['desc,asc', 'S3 S1 S2 S4'],
      ] as const) {
        const steps: unknown[] = []
        for await (const rows of app.app.engine.walk({ entity: 'student', query: { ...query, order }, actor }, 1))
          steps.push(...rows.map((row) => row['studyNumber']))
        expect(steps.join(' ')).toBe(walked)
      }
    })
  })

  describe('the operators documented in schemas/README.md', () => {
    const readme = readFileSync(join(root, 'schemas/README.md'), 'utf8').split('\n## Asking a list\n')[1] ?? ''
    const texts = ['光学', '激光', '力学', '力,学', '']
    const numbers = [5, 10, 20]
    let dictId: string
    beforeAll(async () => {
      dictId = (await addRow(app, '/sys/dict', { as: admin, body: { dictName: '过滤', dictCode: 'filter_signs' } })).id
      for (const [place, description] of texts.entries()) {
        const body = { dictId, itemText: `项${place}`, itemValue: `v${place}`, sortOrder: numbers[place] ?? 99, description }
        await addRow(app, '/sys/dictItem', { as: admin, body })
      }
    })
    const examples = [...readme.matchAll(/^\| `(f|n)(\w*)=(.*?)` +\| (.*?) +\|/gm)].map(([, of, form, value, found]) => ({
      of,
      form,
      value,
      found,
    }))

    test('every kind of operator has its example', () => {
      expect(examples.length).toBeGreaterThan(10)
    })

    test.each(examples)('$of$form=$value', async ({ of, form = '', value = '', found = '' }) => {
      const name = `${of === 'f' ? 'description' : 'sortOrder'}${form}`
      const query = { dictId, [name]: value, ...(of === 'n' && { superQueryParams: JSON.stringify([below99]) }) }
      const { body } = await app.call<Page>('GET', '/sys/dictItem/list', { as: admin, query: { ...query, column: 'id', order: 'asc' } })
      const shown = body.result.records.map((row) => String((of === 'f' ? row['description'] : row['sortOrder']) ?? '') || '(empty)')
      expect(shown).toEqual(found.split(' '))
    })
  })

  describe('advanced query', () => {
    const ask = (as: string, rules: unknown, more: Record<string, string> = {}) =>
      numbers(as, { superQueryParams: JSON.stringify(rules), column: 'studyNumber', order: 'asc', ...more })
    const one = (field: string, rule: string, val: unknown) => [{ field, rule, val, type: 'string' }]

    test('rules are joined by and, or by or on request, and count as one beside the other filters', async () => {
      const rules = [...one('studyNumber', 'eq', 'S1'), ...one('realname', 'like', '二')]
      expect(await ask(teacher, rules)).toBe('')
      expect(await ask(teacher, rules, { superQueryMatchType: 'or' })).toBe('S1 S2')
      expect(await ask(teacher, rules, { superQueryMatchType: 'or', studyNumber: '!S1' })).toBe('S2')
    })

    test('supports every documented rule, by sign and by name', async () => {
      const expected: [string, string, string][] = [
        ['>', 'S2', 'S3 S4'],
        ['gt', 'S2', 'S3 S4'],
        ['>=', 'S2', 'S2 S3 S4'],
        ['ge', 'S2', 'S2 S3 S4'],
        ['<', 'S2', 'S1'],
        ['lt', 'S2', 'S1'],
        ['<=', 'S2', 'S1 S2'],
        ['le', 'S2', 'S1 S2'],
        ['=', 'S2', 'S2'],
        ['!=', 'S2', 'S1 S3 S4'],
        ['ne', 'S2', 'S1 S3 S4'],
        ['IN', 'S2,S4', 'S2 S4'],
        ['LIKE', '2', 'S2'],
        ['LEFT_LIKE', '2', 'S2'],
        ['LEFT_LIKE', 'S', ''],
        ['RIGHT_LIKE', 'S', 'S1 S2 S3 S4'],
      ]
      for (const [rule, val, found] of expected)
        expect({ rule, found: await ask(teacher, one('studyNumber', rule, val)) }).toEqual({ rule, found })
      expect(await ask(teacher, one('email', 'like', '%'))).toBe('S1')
      expect(await ask(teacher, one('email', 'like', '_'))).toBe('S3')
      expect(await ask(teacher, one('status', 'eq', 1))).toBe('S1 S2 S3 S4')
      expect(await ask(teacher, one('status', 'eq', 'one'))).toBe('')
      expect(await ask(teacher, one('birthday', 'ge', '2004-01-01'))).toBe('S3')
      expect(await ask(teacher, one('createTime', 'gt', '2099-01-01'))).toBe('')
      // A plain date means the whole day, so nothing is later than today and everything is up to today.
      const today = app.app.engine.now().slice(0, 10)
      expect(await ask(teacher, one('createTime', 'gt', today))).toBe('')
      expect(await ask(teacher, one('createTime', 'le', today))).toBe('S1 S2 S3 S4')
      expect(await numbers(teacher, { createTime_begin: today, createTime_end: today })).toBe(standard)
    })

    test('may be encoded once more, and ignores rules without a field, an operator or a value', async () => {
      const rules = JSON.stringify([...one('studyNumber', 'eq', 'S1'), { field: 'realname', rule: 'eq' }, { rule: 'eq', val: 'x' }, {}])
      expect(await numbers(teacher, { superQueryParams: encodeURIComponent(rules) })).toBe('S1')
      expect(await numbers(teacher, { superQueryParams: '' })).toBe(standard)
      expect(await ask(teacher, [])).toBe('S1 S2 S3 S4')
    })

    test('reports what is wrong with it', async () => {
      const wrong: [string, string][] = [
        ['x', '高级查询条件格式不正确'],
        ['{"field":"realname"}', '高级查询条件格式不正确'],
        ['["realname"]', '高级查询条件格式不正确'],
        ['%5B%', '高级查询条件格式不正确'],
        ['[{"field":{"name":"realname"},"rule":"eq","val":"1"}]', '高级查询条件格式不正确'],
        [JSON.stringify([{ field: 'realname', rule: 'eq', val: { is: '1' } }]), '高级查询条件格式不正确'],
        [JSON.stringify(one('realname', 'between', '1')), '高级查询不支持规则“between”'],
        [JSON.stringify(one('realname', 'ext', '1=1')), '高级查询不支持规则“ext”'],
        [JSON.stringify(one('realname', 'constructor', '1')), '高级查询不支持规则“constructor”'],
        [JSON.stringify(Array.from({ length: 51 }, () => one('realname', 'eq', 'x')[0])), '高级查询最多50个条件'],
      ]
      for (const [superQueryParams, message] of wrong)
        expect((await list(teacher, { superQueryParams })).body).toMatchObject({
          code: 422,
          message,
          details: { superQueryParams: message },
        })
    })

    test('cannot use secret fields, fields starred for the caller or unknown fields, and all three get the same answer', async () => {
      const refused = async (as: string, field: string) => {
        const { body } = await list(as, { superQueryParams: JSON.stringify(one(field, 'like', '1')) })
        expect(body).toMatchObject({ code: 422, message: `高级查询不支持字段“${field}”` })
      }
      for (const field of ['password', 'confirmpassword', 'idNumber', 'noSuchField', 'constructor', '__proto__', 'delFlag'])
        await refused(teacher, field)
      for (const field of ['password', 'realname) or (1=1', 't.password', 'real_name', 'realname"--']) await refused(admin, field)
      expect(await ask(admin, one('idNumber', 'like', '0307777'))).toBe('S1')
    })

    test('a value is only a value, whatever it contains, and the scope remains', async () => {
      for (const rule of ['eq', 'like', 'in', 'left_like', 'gt'])
        for (const val of [`zz' or '1'='1`, `zz") or 1=1 --`, 'zz\\', "zz');drop table sys_user;--", 'zz\u0000', ['zz', "zz'"]])
          expect(await ask(teacher, one('realname', rule, val)), `${rule} ${String(val)}`).toBe(
            'gt' === rule ? await ask(teacher, one('realname', 'gt', 'zz')) : '',
          )
    })

    test('reaches no row outside the scope', async () => {
      const semester = { semesterName: '2026-2027-1', beginDate: '2026-09-01', endDate: '2027-01-20', isCurrent: 1 }
      const { id } = await addRow(app, '/inspect/bhSemester', { as: admin, body: semester })
      await addRow(app, '/inspect/bhCourse', { as: teacher, body: { semester: id, studentType: '1', courseTitle: '电子测量' } })
      const stranger = await aPerson(app, admin, '2')
      const superQueryParams = JSON.stringify([...one('courseTitle', 'like', '电'), ...one('id', 'ne', 'zz')])
      for (const [as, total] of [
        [teacher, 1],
        [stranger.token, 0],
      ] as const) {
        const query = { superQueryParams, superQueryMatchType: 'or' }
        expect((await app.call<Page>('GET', '/inspect/bhCourse/list', { as, query })).body.result.total).toBe(total)
      }
    })
  })
})
