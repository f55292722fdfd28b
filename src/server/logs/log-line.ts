import { newId, type Tx } from '../../../engine/server/index.ts'
import { timeText } from '../clock.ts'

/** The two kinds of lines, as the log page has them in tabs. */
export const logTypes = { login: 1, operation: 2 } as const

/** One line of the log, before it has an id. */
export interface LogLine {
  readonly type: (typeof logTypes)[keyof typeof logTypes]
  readonly content: string
  /** The account's name and the person's. */
  readonly userid: string | null
  readonly username: string | null
  readonly ip: string
  readonly at: number
  /** Of an operation: what kind it was (dictionary `operate_type`), its milliseconds, its call and what was sent with it. */
  readonly operation?: { readonly kind: string; readonly cost: number; readonly method: string; readonly params: string | null }
}

const MOST_CONTENT = 1000

const rowOf = ({ type, content, userid, username, ip, at, operation }: LogLine) => ({
  id: newId(),
  log_type: type,
  operate_type: operation?.kind ?? null,
  log_content: content.slice(0, MOST_CONTENT),
  userid,
  username,
  ip,
  cost_time: operation?.cost ?? null,
  method: operation?.method ?? null,
  request_param: operation?.params ?? null,
  create_time: timeText(at),
})

/** Write lines of the log. */
export async function writeLines(tx: Tx, lines: readonly LogLine[]): Promise<void> {
  if (lines.length > 0) await tx.insertInto('sys_log').values(lines.map(rowOf)).execute()
}
