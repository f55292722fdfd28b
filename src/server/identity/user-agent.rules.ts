import { defineRules } from '../../../engine/server/index.ts'
import { userAgent } from '../../../schemas/identity/user-agent.ts'

/** Somebody else acts for an account. */
export const userAgentRules = defineRules(userAgent, {
  beforeSave(_context, changes) {
    for (const change of changes) {
      const { after } = change
      if (after && after.agentUserName === after.userName) change.refuse('代理人不能是本人!', 'agentUserName')
    }
  },
})
