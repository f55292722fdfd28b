import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

const base = '/sys/checkRule'
const first = { digits: '1', pattern: '[A-Z]', message: '第一位只能是大写字母' }
const next = { digits: '2', pattern: '\\d+', message: '第二、三位只能是数字' }
const before = { priority: 1, pattern: '\\w*', message: '只能填写数字、字母、下划线' }
const after = { priority: 0, pattern: '.{3,5}', message: '长度为3到5位' }

onBothDatabases('check rules', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  interface Stored {
    id: string
    ruleJson: string | null
    localRules: readonly object[]
    globalRules: readonly { priority: number }[]
  }
  const add = async (ruleCode: string, values: object) =>
    (await app.call<{ id: string }>('POST', `${base}/add`, { as: admin, body: { ruleName: ruleCode, ruleCode, ...values } })).body
  const edit = async (body: object) => (await app.call('PUT', `${base}/edit`, { as: admin, body })).body
  const read = async (id: string) => (await app.call<Stored>('GET', `${base}/queryById`, { as: admin, query: { id } })).body.result
  const check = async (ruleCode: string, value?: string) =>
    (await app.call<unknown>('GET', `${base}/checkByCode`, { as: admin, query: { ruleCode, ...(value !== undefined && { value }) } })).body

  test('both tables make one list: the whole value first, then its pieces, then the whole value again', async () => {
    const { result } = await add('tables', { localRules: [first, next], globalRules: [after, before] })
    expect(JSON.parse((await read(result.id)).ruleJson ?? '')).toEqual([
      { ...before, digits: '*', priority: '1' },
      first,
      next,
      { ...after, digits: '*', priority: '0' },
    ])
    expect(await check('tables', 'A12')).toMatchObject({ success: true, message: '校验通过' })
    expect(await check('tables', 'A1-')).toMatchObject({ success: false, message: before.message })
    expect(await check('tables', 'a12')).toMatchObject({
      success: false,
      message: first.message,
      result: { ...first, checkValue: 'a', passed: false, beginIndex: 0, endIndex: 1 },
    })
    expect((await check('tables', 'AB')).message).toBe(next.message)
    expect((await check('tables', 'A')).message).toBe(next.message)
    expect((await check('tables', 'A12345')).message).toBe(after.message)
    expect((await check('tables', ' ')).success).toBe(true)
    expect((await check('tables')).success).toBe(true)
    expect((await check('nothing', 'A')).message).toBe('该编码不存在')
  })

  test('a list that is sent as it is stored fills both tables, and an edit of either changes the other', async () => {
    const whole = { digits: '*', pattern: '.+', message: '不能为空' }
    const { result } = await add('list', { ruleJson: JSON.stringify([whole, first, whole]) })
    const row = await read(result.id)
    expect(row.localRules).toEqual([first])
    expect(row.globalRules.map(({ priority }) => priority)).toEqual([1, 0])
    await edit({ id: result.id, localRules: [next] })
    expect(JSON.parse((await read(result.id)).ruleJson ?? '')[1]).toEqual(next)
    await edit({ ...(await read(result.id)), ruleJson: JSON.stringify([first]) })
    expect(await read(result.id)).toMatchObject({ localRules: [first], globalRules: [] })
    expect((await edit({ id: result.id, ruleJson: JSON.stringify([next]), localRules: [{ ...first, digits: '7' }] })).message).toBe(
      '规则JSON与局部规则、全局规则不一致',
    )
  })

  test('a value that other front ends have encoded twice is read as it was typed', async () => {
    await add('hanzi', { globalRules: [{ ...before, pattern: '\\p{Han}+' }] })
    expect((await check('hanzi', encodeURIComponent('中文'))).success).toBe(true)
    expect((await check('hanzi', '中文')).success).toBe(true)
    expect((await check('hanzi', '100%')).message).toBe(before.message)
  })

  test('an item without its number, expression or text is refused with its row', async () => {
    for (const digits of ['0', '-1', '1.5', '01', ' ', '十']) {
      expect((await add('bad', { localRules: [first, { ...first, digits }] })).message).toBe('第2行：请输入大于零的正整数')
    }
    for (const pattern of ['[', '(', '*', '']) {
      expect((await add('bad', { localRules: [{ ...first, pattern }] })).message).toBe('第1行：请输入正确的正则表达式')
    }
    expect((await add('bad', { localRules: [{ ...first, message: '' }] })).message).toBe('第1行：请输入提示文本')
    expect((await add('bad', { ruleJson: '[{"digits":"0","pattern":"a","message":"b"}]' })).message).toBe('第1行：请输入大于零的正整数')
    expect((await add('bad', { ruleJson: '{}' })).message).toBe('请输入JSON数组')
    expect((await add('', {})).message).toBe('规则名称不能为空')
    expect((await check('bad', 'A')).message).toBe('该编码不存在')
  })

  test('an expression that only an engine which goes back can run is refused, and none can hold the server', async () => {
    for (const pattern of ['(?=a)b', '(a)\\1', '((a{100}){100}){100}']) {
      expect((await add('back', { localRules: [{ ...first, pattern }] })).message).toBe('第1行：请输入正确的正则表达式')
    }
    await add('slow', { globalRules: [{ ...before, pattern: '(a+)+b' }] })
    const start = performance.now()
    expect((await check('slow', 'a'.repeat(500))).message).toBe(before.message)
    expect(performance.now() - start).toBeLessThan(2000)
  })
})
