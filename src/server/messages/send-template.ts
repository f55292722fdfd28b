import { InvalidInput, nestsTooDeep, Refused, type CallContext } from '../../../engine/server/index.ts'
import { messageTypes, type MessageType } from '../../../schemas/platform/message-types.ts'
import { fillTemplate } from './fill-template.ts'
import { queueMessages } from './message-queue.ts'
import { isMessageType } from './outgoing.ts'
import { namedIn, sendsAlone } from './receivers.ts'

interface Asked {
  readonly templateCode: string
  readonly testData: string | null
  readonly receiver: string
  readonly msgType: string | null
}

/** The type by its name in the dictionary `messageType`; other front ends send its number. */
const typesByName: Readonly<Record<string, MessageType | undefined>> = {
  system: messageTypes.system,
  email: messageTypes.mail,
  sms: messageTypes.sms,
  wechat_enterprise: messageTypes.weChat,
}

function paramsIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (isRecord && !nestsTooDeep(value)) return Object.fromEntries(Object.entries(value))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Refused('解析Json出错！')
}

/** Queue what a template says with these params, for everyone who is named; a test may use one that is not in use. */
export async function sendTemplate({ engine, actor, params, once }: CallContext<Asked>) {
  const given = paramsIn(params.testData || '{}')
  const named = params.msgType ?? 'system'
  const type = isMessageType(named) ? named : typesByName[named]
  const receivers = namedIn(params.receiver)
  if (receivers.length === 0) throw new InvalidInput({ receiver: '请输入接收人!' })
  await once(async (tx) => {
    const template = await tx
      .selectFrom('sys_sms_template')
      .select(['template_name', 'template_type', 'template_content'])
      .where('template_code', '=', params.templateCode)
      .executeTakeFirst()
    if (!template || !type) throw new Refused('发送消息任务添加失败！')
    const content = fillTemplate({ text: template.template_content ?? '', type: template.template_type }, type, given)
    if (typeof content !== 'string') throw new Refused(`发送消息任务添加失败！缺少参数：${content.missing.join('、')}`)
    const row = { esTitle: template.template_name, esType: type, esContent: content, esParam: params.testData }
    const addressees = sendsAlone(type) ? receivers : [receivers.join()]
    await queueMessages(
      engine,
      tx,
      actor,
      addressees.map((esReceiver) => ({ ...row, esReceiver })),
    )
  })
  return {}
}
