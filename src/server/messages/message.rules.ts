import { defineRules, type CallContext, type CallParams, type Change, type RuleContext } from '../../../engine/server/index.ts'
import { message } from '../../../schemas/platform/message.ts'
import { sendStates } from '../../../schemas/platform/message-types.ts'
import { namedIn, sendsAlone } from './receivers.ts'
import { putIntoQueue, takeFromQueue } from './message-queue.ts'
import { sendTemplate } from './send-template.ts'

type MessageChange = Change<'message'>

/** Whether people changed it: the server's own edits note what became of it. */
const isByPeople = ({ operation, byServer }: RuleContext): boolean => operation === 'edit' && !byServer

/** One that is changed is sent anew, with all its tries, unless a node is just sending it. */
async function beginAnew(context: RuleContext, changes: readonly MessageChange[]): Promise<void> {
  for (const change of changes) {
    const { after } = change
    if (!after) continue
    const named = namedIn(after.esReceiver ?? '').length
    if (!context.byServer && named === 0) change.refuse('请输入接收人!', 'esReceiver')
    if (!context.byServer && after.esType && sendsAlone(after.esType) && named > 1)
      change.refuse('短信和邮件每条只有一个接收人，请分别添加！', 'esReceiver')
    if (!isByPeople(context)) continue
    if (!(await takeFromQueue(context.tx, change.id))) change.refuse('消息正在发送，请稍后再试！')
    else Object.assign(after, { esSendStatus: sendStates.waiting, esSendNum: 0, esResult: null })
  }
}

async function keepQueue(context: RuleContext, changes: readonly MessageChange[]): Promise<void> {
  const { tx, operation } = context
  for (const { id, after } of changes) {
    if (operation === 'delete') await tx.deleteFrom('sys_message_queue').where('message_id', '=', id).execute()
    else if (operation === 'add' || isByPeople(context))
      await putIntoQueue(tx, { id, type: after?.esType ?? null, time: after?.esSendTime })
  }
}

const sendTest = (context: CallContext<CallParams<'message', 'sendTest'>>) => sendTemplate(context)

export const messageRules = defineRules(message, { beforeSave: beginAnew, afterWrite: keepQueue, calls: { sendTest } })
