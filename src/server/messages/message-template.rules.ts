import { defineRules } from '../../../engine/server/index.ts'
import { messageTemplate } from '../../../schemas/platform/message-template.ts'
import { sendTemplate } from './send-template.ts'

export const messageTemplateRules = defineRules(messageTemplate, { calls: { sendMsg: (context) => sendTemplate(context) } })
