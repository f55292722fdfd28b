import { insertsOf, newId, type Database, type KnownStatements, type Tx } from '../../../engine/server/index.ts'
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
  /** How many milliseconds it took; of a sign-in until it was noted. */
  readonly cost: number | undefined
  /** Of an operation: what kind it was (dictionary `operate_type`), its call and what was sent with it. */
  readonly operation?: { readonly kind: string; readonly method: string; readonly params: string | null }
}

const MOST_CONTENT = 1000

const rowOf = ({ type, content, userid, username, ip, at, cost, operation }: LogLine) => ({
  id: newId(),
  log_type: type,
  operate_type: operation?.kind ?? null,
  log_content: content.slice(0, MOST_CONTENT),
  userid,
  username,
  ip,
  cost_time: cost === undefined ? null : Math.round(cost),
  method: operation?.method ?? null,
  request_param: operation?.params ?? null,
  create_time: timeText(at),
})

/** Write one line of the log, in the transaction of what it is about. */
export async function writeLine(tx: Tx, line: LogLine): Promise<void> {
  await tx.insertInto('sys_log').values(rowOf(line)).execute()
}

/** Where many lines are written, with the statements that are known there. */
interface Place {
  readonly tx: Tx
  readonly dialect: Database['dialect']
  readonly statements: KnownStatements
}

/** Write lines of the log. */
export async function writeLines({ tx, dialect, statements }: Place, lines: readonly LogLine[]): Promise<void> {
  const rows = lines.map(rowOf)
  const columns = Object.keys(rows[0] ?? {})
  const set = { name: 'sys_log', table: 'sys_log', columns, rows: rows.map((row) => Object.values(row)) }
  await statements.together(tx, insertsOf(set, dialect))
}
