import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { openDemoSchool } from '../../../src/server/demo-school.ts'
import { aHolder } from '../../../src/server/identity/granted.ts'

onBothDatabases('rows to choose for a call', (database) => {
  let shiyan: TestApp
  let admin: string
  beforeAll(async () => {
    ;({ shiyan, admin } = await openDemoSchool(database))
    const template = { templateCode: 'moved', templateName: '换教室', templateType: '1', templateContent: '请到新教室上课' }
    await shiyan.call('POST', '/sys/message/sysMessageTemplate/add', { as: admin, body: template })
  })
  afterAll(() => shiyan.close())

  const query = { show: 'templateName', by: 'templateCode', keyword: '换教室' }
  const choices = async (as: string) =>
    (await shiyan.call<{ value: string; label: string }[]>('GET', '/sys/message/sysMessageTemplate/options', { as, query })).body

  test('have the value that the call takes', async () => {
    expect((await choices(admin)).result).toMatchObject([{ value: 'moved', label: '换教室' }])
  })

  test('are offered to whoever may make it, and to nobody else without the right to look', async () => {
    const sender = await aHolder(shiyan, admin, { code: 'sender', codes: ['platform:message:view', 'platform:messageTemplate:sendMsg'] })
    expect((await choices(sender.token)).result).toHaveLength(1)
    const reader = await aHolder(shiyan, admin, { code: 'message_reader', codes: ['platform:message:view'] })
    expect((await choices(reader.token)).code).toBe(510)
  })
})
