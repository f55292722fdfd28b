import { defineRules, joinCalls } from '../../../engine/server/index.ts'
import { helpRequest } from '../../../schemas/teaching/help-request.ts'
import { inspectionResult } from '../../../schemas/teaching/inspection-result.ts'
import { batchCalls } from './server/batch-calls.ts'
import { claimCalls } from './server/claim-calls.ts'
import { helpCalls } from './server/help-calls.ts'
import { helpRules } from './server/help-rules.ts'
import { markCalls } from './server/mark-calls.ts'
import { mySessions } from './server/my-sessions.ts'
import { progress } from './server/progress.ts'
import { resultRules } from './server/result-rules.ts'
import { studentCalls } from './server/student-calls.ts'

export { inspectionTables } from './server/claim-table.ts'

/** The server half of inspection results: submitting, helping, marking. */
export const inspectionResultRules = defineRules(inspectionResult, {
  ...resultRules,
  calls: joinCalls([studentCalls, helpCalls, markCalls, claimCalls, batchCalls, { mySessions, progress }]),
})

/** The server half of requests for help. */
export const helpRequestRules = defineRules(helpRequest, helpRules)
