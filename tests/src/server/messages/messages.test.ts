import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { startMailServer, type MailServer } from '../../../support/mail-server.ts'
import { startSmsGateway, type SmsGateway } from '../../../support/sms-gateway.ts'

const templates = '/sys/message/sysMessageTemplate'
const messages = '/sys/message/sysMessage'

interface Message {
  readonly id: string
  readonly esTitle: string
  readonly esReceiver: string
  readonly esContent: string
  readonly esSendStatus: string
  readonly esSendNum: number
  readonly esResult: string | null
  readonly esSendTime: string | null
}

onBothDatabases('messages', (database) => {
  let app: TestApp
  let admin: string
  let mail: MailServer
  let sms: SmsGateway
  beforeAll(async () => {
    mail = await startMailServer()
    sms = await startSmsGateway()
    app = await testApp({ database, env: { SMTP_URL: mail.url, SMS: sms.url, PUBLIC_URL: 'http://lab.example' } })
    admin = await app.signIn('admin', '1')
    await app.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app.close()
    await mail.close()
    await sms.close()
  })

  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, given: object) =>
    (await app.call<{ id: string; records: Message[] }>(method, path, { as: admin, ...given })).body
  const addTemplate = async (body: object) => (await ask('POST', `${templates}/add`, { body: { templateName: '通知', ...body } })).result.id
  const send = (body: object) => ask('POST', `${templates}/sendMsg`, { body })
  const add = async (body: object) => {
    const answer = await ask('POST', `${messages}/add`, { body: { esTitle: '通知', esContent: '内容', ...body } })
    return { ...answer, id: answer.result?.id ?? '' }
  }
  const all = async (query: object) => (await ask('GET', `${messages}/list`, { query: { pageSize: 100, ...query } })).result.records
  const ended = (query: object, esSendStatus: string) =>
    expect.poll(async () => (await all(query)).map((one) => one.esSendStatus), { timeout: 15_000 }).toEqual([esSendStatus])
  const only = async (query: object) => (await all(query))[0]

  test('a template in use is locked; it is used and stopped by an edit of nothing else', async () => {
    const missing = (await ask('POST', `${templates}/add`, { body: {} })).details
    expect(missing).toEqual({ templateCode: '请输入模板CODE!', templateName: '请输入模板标题!', templateType: '请输入模板类型!' })
    const id = await addTemplate({ templateCode: 'locked', templateType: '1', templateContent: '一' })
    const set = (useStatus: number, more: object = {}) => ask('PUT', `${templates}/edit`, { body: { id, useStatus, ...more } })
    expect((await set(1)).success).toBe(true)
    expect(await set(1, { templateContent: '二' })).toMatchObject({ success: false, message: '此模板已被应用，禁止编辑!' })
    expect(await ask('PUT', `${templates}/edit`, { body: { id, templateName: '二' } })).toMatchObject({
      success: false,
      message: '此模板已被应用，禁止编辑!',
    })
    const gone = '该模板已被应用禁止删除!'
    expect(await ask('DELETE', `${templates}/delete`, { query: { id } })).toMatchObject({ success: false, message: gone })
    expect((await ask('DELETE', `${templates}/deleteBatch`, { query: { ids: id } })).success).toBe(false)
    expect((await set(0)).success).toBe(true)
    expect((await ask('PUT', `${templates}/edit`, { body: { id, templateContent: '二' } })).success).toBe(true)
    expect((await ask('POST', `${templates}/act/use`, { body: { id } })).success).toBe(true)
    expect((await ask('POST', `${templates}/act/stop`, { body: { id } })).success).toBe(true)
    expect((await ask('DELETE', `${templates}/delete`, { query: { id } })).success).toBe(true)
  })

  test('formatted text is cleaned where the type is formatted, and plain text stays as it is', async () => {
    const content = '<p>一<script>x()</script></p>'
    const mailId = await addTemplate({ templateCode: 'html', templateType: '2', templateContent: content })
    const smsId = await addTemplate({ templateCode: 'plain', templateType: '1', templateContent: '低于<50且>3' })
    const stored = async (id: string) =>
      (await app.call<{ templateContent: string }>('GET', `${templates}/queryById`, { as: admin, query: { id } })).body.result
        .templateContent
    expect(await stored(mailId)).toBe('<p>一</p>')
    expect(await stored(smsId)).toBe('低于<50且>3')
  })

  test('a template is sent with its params: by mail, by SMS and behind the bell', async () => {
    await addTemplate({ templateCode: 'hello', templateType: '2', templateContent: '<p>您好，<b>${name}</b>：${text}</p>' })
    const testData = JSON.stringify({ name: '<张三>', text: '${name}' })
    const queued = { success: true, message: '发送消息任务添加成功！' }
    expect(await send({ templateCode: 'hello', testData, receiver: 'a@lab.example,b@lab.example', msgType: 'email' })).toMatchObject(queued)
    expect(await send({ templateCode: 'hello', testData, receiver: '13800000001', msgType: '1' })).toMatchObject(queued)
    expect(await send({ templateCode: 'hello', testData, receiver: 'admin' })).toMatchObject(queued)
    await ended({ esReceiver: 'a@lab.example' }, '1')
    await ended({ esReceiver: 'b@lab.example' }, '1')
    await ended({ esReceiver: '13800000001' }, '1')
    await ended({ esReceiver: 'admin' }, '1')
    const sent = await only({ esReceiver: 'a@lab.example' })
    expect(sent).toMatchObject({ esTitle: '通知', esSendNum: 1, esContent: '<p>您好，<b>&lt;张三&gt;</b>：${name}</p>' })
    expect(sent?.esSendTime).not.toBeNull()
    expect(mail.arrived.find(({ to }) => to === 'a@lab.example')?.id).toBe(`${sent?.id}@lab.example`)
    const phoned = await only({ esReceiver: '13800000001' })
    expect(sms.arrived.at(-1)?.sent).toEqual({ mobile: '13800000001', id: phoned?.id, text: '您好， <张三> ：${name}' })
    const bell = await app.call<{ sysMsgTotal: number; sysMsgList: { titile: string }[] }>('GET', '/sys/annountCement/listByUser', {
      as: admin,
    })
    expect(bell.body.result).toMatchObject({ sysMsgTotal: 1, sysMsgList: [{ titile: '通知' }] })
  })

  test('what cannot be filled or addressed says so', async () => {
    const receiver = 'a@lab.example'
    expect((await send({ templateCode: 'hello', testData: '{', receiver })).message).toBe('解析Json出错！')
    expect((await send({ templateCode: 'hello', testData: '[1]', receiver })).message).toBe('解析Json出错！')
    const deep = `{"name":${'['.repeat(4900)}${']'.repeat(4900)}}`
    expect((await send({ templateCode: 'hello', testData: deep, receiver })).message).toBe('解析Json出错！')
    expect((await send({ templateCode: 'unknown', receiver })).message).toBe('发送消息任务添加失败！')
    for (const msgType of ['email', 'sms', 'system'])
      expect(await send({ templateCode: 'hello', receiver: '，', msgType }), msgType).toMatchObject({
        success: false,
        message: '请输入接收人!',
      })
    expect((await add({ esType: '4', esReceiver: ' ；' })).details).toEqual({ esReceiver: '请输入接收人!' })
    expect((await send({ templateCode: 'hello', testData: '{"name":"x"}', receiver })).message).toBe('发送消息任务添加失败！缺少参数：text')
    expect((await add({ esType: '2', esReceiver: 'a@b.c,d@e.f' })).details).toEqual({
      esReceiver: '短信和邮件每条只有一个接收人，请分别添加！',
    })
    for (const [esType, esReceiver, esResult] of [
      ['2', 'ghost', '接收人不存在：ghost'],
      ['3', 'admin', '没有配置微信接口'],
      ['4', 'admin,phantom', '接收人不存在：phantom'],
      ['2', 'nobody@lab.example', /^邮件服务器拒绝：.*550/],
    ] as const) {
      const { id } = await add({ esType, esReceiver })
      await ended({ id }, '2')
      expect(await only({ id })).toMatchObject({
        esSendNum: 1,
        esResult: esResult instanceof RegExp ? expect.stringMatching(esResult) : esResult,
      })
    }
  })

  test('a message that failed is sent anew once it is corrected; one that was sent stays as it is', async () => {
    const { id } = await add({ esType: '2', esReceiver: 'nobody@lab.example' })
    await ended({ id }, '2')
    const edit = (esReceiver: string) => ask('PUT', `${messages}/edit`, { body: { id, esReceiver } })
    expect((await edit('right@lab.example')).success).toBe(true)
    await ended({ id }, '1')
    expect(await only({ id })).toMatchObject({ esSendNum: 1, esResult: null })
    expect(await edit('other@lab.example')).toMatchObject({ success: false, message: '已发送的消息不能编辑！' })
  })

  test('a message of a type that this release does not know waits for one that does', async () => {
    const { id } = await add({ esType: '2', esReceiver: 'newer@lab.example', esSendTime: '2099-01-01 00:00:00' })
    const { db } = app.app.engine
    await db.write(async (tx) => {
      await tx.updateTable('sys_sms').set({ es_type: '9' }).where('id', '=', id).execute()
      await tx.updateTable('sys_message_queue').set({ due: 1, type: '9' }).where('message_id', '=', id).execute()
    })
    const other = await add({ esType: '4', esReceiver: 'admin' })
    await ended({ id: other.id }, '1')
    expect(await db.read.selectFrom('sys_message_queue').select('due').where('message_id', '=', id).execute()).toEqual([{ due: 1 }])
    await db.write((tx) => tx.deleteFrom('sys_message_queue').where('message_id', '=', id).execute())
  })

  test('a message waits for its time, and one that is deleted is not sent', async () => {
    const { id } = await add({ esType: '2', esReceiver: 'later@lab.example', esSendTime: '2099-01-01 00:00:00' })
    const due = async () =>
      app.app.engine.db.read.selectFrom('sys_message_queue').select('due').where('message_id', '=', id).executeTakeFirst()
    expect((await due())?.due).toBe(Date.parse('2099-01-01T00:00:00+08:00'))
    expect((await ask('DELETE', `${messages}/delete`, { query: { id } })).success).toBe(true)
    expect(await due()).toBeUndefined()
  })

  test('while the mail server is away a message is tried again; it arrives once, when the server is back', async () => {
    await mail.goAway()
    const { id } = await add({ esType: '2', esReceiver: 'patient@lab.example' })
    await ended({ id }, '2')
    expect((await only({ id }))?.esResult).toMatch(/^邮件没有发出：/)
    await mail.comeBack()
    await ended({ id }, '1')
    expect((await only({ id }))?.esSendNum).toBeGreaterThan(1)
    expect(mail.arrived.filter(({ to }) => to === 'patient@lab.example').map((one) => one.id)).toEqual([`${id}@lab.example`])
  })

  test('a message whose node died before it noted the sending is sent again with the same id', async () => {
    const { id } = await add({ esType: '2', esReceiver: 'twice@lab.example' })
    await ended({ id }, '1')
    // As the node left it: given to the mail server, claimed, not noted, and the claim is over.
    const { db } = app.app.engine
    await db.write(async (tx) => {
      await tx.updateTable('sys_sms').set({ es_send_status: '0', es_send_num: 0 }).where('id', '=', id).execute()
      await tx.insertInto('sys_message_queue').values({ message_id: id, due: Date.now(), tries: 0, claim: 'gone' }).execute()
    })
    const arrived = () => mail.arrived.filter(({ to }) => to === 'twice@lab.example').map((one) => one.id)
    await expect.poll(arrived, { timeout: 10_000 }).toEqual([`${id}@lab.example`, `${id}@lab.example`])
    await ended({ id }, '1')
  })

  test('what was given up after six tries gets one more from the job', async () => {
    sms.answerWith(503)
    const { id } = await add({ esType: '1', esReceiver: '13800000002' })
    await ended({ id }, '2')
    const { db } = app.app.engine
    await db.write(async (tx) => {
      await tx.updateTable('sys_sms').set({ es_send_num: 6 }).where('id', '=', id).execute()
      await tx.deleteFrom('sys_message_queue').where('message_id', '=', id).execute()
    })
    sms.answerWith(200)
    const jobs = await ask('GET', '/sys/quartzJob/list', { query: { jobClassName: 'RetryMessagesJob' } })
    await ask('GET', '/sys/quartzJob/execute', { query: { id: jobs.result.records[0]?.id } })
    await ended({ id }, '1')
    expect(sms.arrived.at(-1)?.sent).toMatchObject({ mobile: '13800000002', id })
  })

  test('a write that fails sends nothing', async () => {
    const { engine } = app.app
    const rows = [{ esTitle: '一', esType: '2', esReceiver: 'never@lab.example', esContent: '一' }]
    const { actor } = await import('../../../../src/server/access/system-actor.ts').then(({ asSystem }) => asSystem)
    const failing = engine.db.write(async (tx) => {
      await engine.write({ entity: 'message', operation: 'add', rows, actor, fields: 'all', scope: 'none' }, tx)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await all({ esReceiver: 'never@lab.example' })).toEqual([])
  })
})
