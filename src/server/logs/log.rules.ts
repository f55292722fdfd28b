import { defineRules } from '../../../engine/server/index.ts'
import { log } from '../../../schemas/platform/log.ts'

export const logRules = defineRules(log, { params: { keyWord: (text) => ({ field: 'logContent', text }) } })
