import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

interface Row {
  readonly id: string
  readonly anntId: string
  readonly sendStatus: number
  readonly sendTime: string | null
  readonly cancelTime: string | null
  readonly sender: string | null
  readonly msgContent: string | null
  readonly userIds: string
}

const base = '/sys/annountCement'
const draft = {
  titile: '停电通知',
  msgCategory: '1',
  msgAbstract: '周五晚上停电',
  endTime: '2099-01-01 00:00:00',
  msgType: 'ALL',
  priority: 'H',
  msgContent: '<p>周五 <strong>18:00</strong> 停电</p>',
}

onBothDatabases('announcements', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  const add = async (values: object = {}): Promise<string> => {
    const answer = await app.call<Row>('POST', `${base}/add`, { as: admin, body: { ...draft, ...values } })
    if (!answer.body.success) throw new Error(JSON.stringify(answer.body))
    return answer.body.result.id
  }
  const row = async (id: string) => (await app.call<Row>('GET', `${base}/queryById`, { as: admin, query: { id } })).body.result
  const ask = async (call: string, id: string) => (await app.call('GET', `${base}/${call}`, { as: admin, query: { id } })).body
  const edit = async (values: object) => (await app.call('PUT', `${base}/edit`, { as: admin, body: values })).body

  test('is unpublished, then published by somebody, then revoked, each once', async () => {
    const id = await add()
    expect(await row(id)).toMatchObject({ sendStatus: 0, sendTime: null, sender: null, anntId: id })
    expect((await ask('doReovkeData', id)).message).toBe('只有已发布的通告可以撤销！')
    expect(await ask('doReleaseData', id)).toMatchObject({ success: true, message: '该系统通知发布成功' })
    expect(await row(id)).toMatchObject({ sendStatus: 1, sender: 'admin', cancelTime: null })
    expect((await row(id)).sendTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect((await ask('doReleaseData', id)).message).toBe('只有未发布的通告可以发布！')
    expect(await ask('doReovkeData', id)).toMatchObject({ success: true, message: '该系统通知撤销成功' })
    expect((await row(id)).cancelTime).toMatch(/^\d{4}-/)
    expect((await row(id)).sendStatus).toBe(2)
  })

  test('is edited only while it is unpublished, and deleted only while it is not published', async () => {
    const id = await add()
    expect((await edit({ id, titile: '改过的标题' })).success).toBe(true)
    await ask('doReleaseData', id)
    expect((await edit({ id, titile: '再改' })).message).toBe('只有未发布的通告可以编辑！')
    const remove = () => app.call('DELETE', `${base}/delete`, { as: admin, query: { id } })
    expect((await remove()).body.message).toBe('已发布的通告不能删除，请先撤销！')
    await ask('doReovkeData', id)
    expect((await remove()).body.success).toBe(true)
    expect(await row(id)).toBeNull()
  })

  test('nobody writes its state, its sender or its times past the two calls', async () => {
    const id = await add({ sendStatus: 1, sender: 'else', sendTime: '2020-01-01 00:00:00' })
    expect(await row(id)).toMatchObject({ sendStatus: 0, sender: null, sendTime: null })
    await edit({ id, sendStatus: 1, cancelTime: '2020-01-01 00:00:00' })
    expect(await row(id)).toMatchObject({ sendStatus: 0, cancelTime: null })
  })

  describe('says what is missing or does not fit', () => {
    const refusals: readonly [what: string, values: object, field: string, sentence: string][] = [
      ['no title', { titile: '' }, 'titile', '请输入标题!'],
      ['no abstract', { msgAbstract: '' }, 'msgAbstract', '请输入摘要!'],
      ['no end', { endTime: '' }, 'endTime', '请选择结束时间!'],
      ['an end before the start', { startTime: '2099-02-01 00:00:00' }, 'endTime', '结束时间需大于开始时间'],
      ['a start at the end', { startTime: '2099-01-01 00:00:00' }, 'startTime', '开始时间需小于结束时间'],
      ['nobody designated', { msgType: 'USER', userIds: ',' }, 'userIds', '指定用户不能为空！'],
    ]
    test.for(refusals)('%s', async ([, values, field, sentence]) => {
      const answer = await app.call('POST', `${base}/add`, { as: admin, body: { ...draft, ...values } })
      expect(answer.status).toBe(422)
      expect(answer.body.details).toMatchObject({ [field]: sentence })
    })
  })

  test('keeps its category and its target', async () => {
    const id = await add()
    expect((await edit({ id, msgCategory: '' })).details).toEqual({ msgCategory: '请选择消息类型!' })
    expect((await edit({ id, msgType: '' })).details).toEqual({ msgType: '请选择通告对象类型!' })
  })

  test('takes the people it is for as other front ends send them, and drops them when it is for everyone', async () => {
    const { result } = (await app.call<{ records: { id: string }[] }>('GET', '/sys/user/list', { as: admin })).body
    const user = result.records[0]?.id ?? ''
    const id = await add({ msgType: 'USER', userIds: `${user},` })
    expect((await row(id)).userIds).toBe(user)
    await edit({ id, msgType: 'ALL' })
    expect((await row(id)).userIds).toBe('')
  })

  describe('keeps nothing of its content that could run', () => {
    const attacks: readonly (readonly [sent: string, kept: string | null])[] = [
      ['<p>a</p><script>alert(1)</script>', '<p>a</p>'],
      ['<img src=x onerror=alert(1)>', null],
      ['<p onclick="alert(1)" style="position:fixed">a</p>', '<p>a</p>'],
      ['<a href="javascript:alert(1)">a</a>', '<a rel="noopener noreferrer nofollow" target="_blank">a</a>'],
      ['<a href="jav&#x0A;ascript:alert(1)">a</a>', '<a rel="noopener noreferrer nofollow" target="_blank">a</a>'],
      ['<svg><script>alert(1)</script></svg><b>b</b>', '<b>b</b>'],
      ['<iframe srcdoc="<script>alert(1)</script>"></iframe><p>c</p>', '<p>c</p>'],
      ['<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>', null],
      ['<form action="//evil"><input name=password></form>d', 'd'],
      ['<p>x &lt;script&gt;</p>', '<p>x &lt;script&gt;</p>'],
      ['<meta http-equiv=refresh content="0;url=//evil"><base href="//evil"><p>e</p>', '<p>e</p>'],
    ]
    test.for(attacks)('%s', async ([sent, kept]) => {
      const id = await add({ msgContent: sent })
      expect((await row(id)).msgContent).toBe(kept)
      await edit({ id, msgContent: '<p>between</p>' })
      await edit({ id, msgContent: sent })
      expect((await row(id)).msgContent).toBe(kept)
    })
  })
})
