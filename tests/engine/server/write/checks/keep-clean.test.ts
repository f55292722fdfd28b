import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'

onBothDatabases('what is kept of formatted text', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  const save = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const answer = await app.call<{ id: string } | null>(method, path, { as: admin, body })
    const { result, details } = answer.body
    return answer.body.success ? { id: result?.id ?? '' } : { status: answer.status, details }
  }
  const row = async (path: string, id: string) =>
    (await app.call<Record<string, unknown>>('GET', `${path}/queryById`, { as: admin, query: { id } })).body.result

  test('fits its field: a text that grows as it is written as HTML is refused with the sentence of the field', async () => {
    const base = '/sys/annountCement'
    const draft = { titile: '通知', msgCategory: '1', msgAbstract: '摘要', endTime: '2099-01-01 00:00:00', msgType: 'ALL', priority: 'H' }
    const tooLong = { status: 422, details: { msgContent: '内容过长!' } }
    expect(await save('POST', `${base}/add`, { ...draft, msgContent: '&'.repeat(40_001) })).toEqual(tooLong)
    const { id = '' } = await save('POST', `${base}/add`, { ...draft, msgContent: '&'.repeat(40_000) })
    expect(String((await row(base, id))['msgContent'])).toBe('&amp;'.repeat(40_000))
    expect(await save('PUT', `${base}/edit`, { id, msgContent: '<'.repeat(60_000) })).toEqual(tooLong)
    expect(await save('PUT', `${base}/edit`, { id, titile: '改过的通知' })).toHaveProperty('id')
    expect(await row(base, id)).toMatchObject({ titile: '改过的通知', msgContent: '&amp;'.repeat(40_000) })
  })

  test('is checked again when the row begins to be formatted', async () => {
    const base = '/sys/message/sysMessageTemplate'
    const templateContent = '&'.repeat(2_001)
    const template = { templateCode: 'grows', templateName: '模板', templateType: '1', templateContent }
    const tooLong = { status: 422, details: { templateContent: '模板内容最多10000个字符' } }
    const { id = '' } = await save('POST', `${base}/add`, template)
    expect(await row(base, id)).toMatchObject({ templateContent })
    expect(await save('PUT', `${base}/edit`, { id, templateType: '2' })).toEqual(tooLong)
    expect(await row(base, id)).toMatchObject({ templateType: '1', templateContent })
    expect(await save('POST', `${base}/add`, { ...template, templateCode: 'grown', templateType: '2' })).toEqual(tooLong)
  })
})
