import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

const base = '/sys/fillRule'

onBothDatabases('fill rules', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  const add = async (ruleCode: string, ruleClass: string, ruleParams?: unknown) =>
    (await app.call<{ id: string }>('POST', `${base}/add`, { as: admin, body: { ruleName: ruleCode, ruleCode, ruleClass, ruleParams } }))
      .body
  const make = async (code: string, body: object = {}) =>
    (await app.call<string>('PUT', `${base}/executeRuleByCode/${code}`, { as: admin, body })).body
  const peek = async (ruleCode: string) => (await app.call<string>('GET', `${base}/testFillRule`, { as: admin, query: { ruleCode } })).body

  test('50 calls at once get 50 numbers without a gap, and a test uses none up', async () => {
    await add('seq', 'SequenceRule', { prefix: 'A', digits: 3 })
    expect((await peek('seq')).result).toBe('A001')
    const made = await Promise.all(Array.from({ length: 50 }, () => make('seq')))
    const expected = Array.from({ length: 50 }, (_, index) => `A${String(index + 1).padStart(3, '0')}`)
    expect(made.map(({ result }) => result).sort()).toEqual(expected)
    expect(await peek('seq')).toMatchObject({ result: 'A051', message: 'A051' })
    expect((await make('seq')).result).toBe('A051')
  })

  test('a batch gives each of its rules a code, by its own params or by those for all, and nothing if one of them is unknown', async () => {
    await add('left', 'SequenceRule')
    await add('right', 'SequenceRule', { digits: 2 })
    const batch = async (body: object) =>
      (await app.call<{ ruleCode: string; result: string }[]>('PUT', `${base}/executeRuleByCodeBatch`, { as: admin, body })).body
    const both = [{ ruleCode: 'right', formData: { prefix: 'R' } }, { ruleCode: 'left' }, { ruleCode: 'left' }]
    expect((await batch({ commonFormData: { prefix: 'C' }, rules: both })).result).toEqual([
      { ruleCode: 'right', result: 'R01' },
      { ruleCode: 'left', result: 'C0001' },
      { ruleCode: 'left', result: 'C0002' },
    ])
    const crossed = await Promise.all(Array.from({ length: 50 }, (_, index) => batch({ rules: index % 2 ? both : both.toReversed() })))
    expect(crossed.filter(({ success }) => !success)).toEqual([])
    const lefts = crossed.flatMap(({ result }) => result.flatMap((one) => (one.ruleCode === 'left' ? [Number(one.result)] : [])))
    expect(lefts.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
    expect(await batch({ rules: [{ ruleCode: 'left' }, { ruleCode: 'nobody' }] })).toMatchObject({
      success: false,
      message: '该编码不存在',
    })
    expect((await make('left')).result).toBe('0101')
    expect((await batch({ rules: [{}] })).message).toBe('规则Code不能为空')
  })

  test('each prefix and each day has a series of its own', async () => {
    await add('daily', 'DailySequenceRule', '{"prefix":"S"}')
    const first = (await make('daily')).result
    expect(first).toMatch(/^S\d{8}0001$/)
    expect((await make('daily', { prefix: 'T' })).result).toBe(first.replace('S', 'T'))
    expect((await make('daily')).result).toBe(first.replace(/1$/, '2'))
  })

  test('random codes and order numbers follow their params', async () => {
    await add('random', 'RandomRule', { prefix: 'R', digits: 12 })
    await add('order', 'OrderNumberRule')
    expect((await make('random')).result).toMatch(/^R\d{12}$/)
    expect((await make('random')).result).not.toBe((await make('random')).result)
    expect((await make('order', { name: '张' })).result).toMatch(/^CN\d{14}[1-9]\d张$/)
  })

  test('numbers go on where a deleted rule of the same code stopped', async () => {
    const { result } = await add('again', 'SequenceRule')
    expect((await make('again')).result).toBe('0001')
    await app.call('DELETE', `${base}/delete`, { as: admin, query: { id: result.id } })
    expect(await make('again')).toMatchObject({ success: false, message: '该编码不存在' })
    await add('again', 'SequenceRule')
    expect((await make('again')).result).toBe('0002')
  })

  test('params that are no JSON object, or none of the rule, are refused with their sentence', async () => {
    expect((await add('bad', 'SequenceRule', '[1]')).message).toBe('只能传递JSON对象，不能传递JSON数组')
    expect((await add('bad', 'SequenceRule', '{')).message).toBe('请输入JSON字符串')
    expect((await add('bad', 'SequenceRule', { digits: 13 })).message).toBe('位数不能大于12')
    expect((await add('bad', 'NoSuchRule')).success).toBe(false)
    expect((await add('bad', '')).message).toBe('规则实现类不能为空')
    expect((await peek('bad')).message).toBe('该编码不存在')
  })

  test('a code is used once and kept', async () => {
    const { result } = await add('kept', 'SequenceRule')
    expect((await add('kept', 'SequenceRule')).message).toBe('规则Code已存在!')
    await app.call('PUT', `${base}/edit`, { as: admin, body: { id: result.id, ruleCode: 'other', ruleName: '改名' } })
    expect((await make('kept')).result).toBe('0001')
  })
})
