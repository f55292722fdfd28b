import type { TestAnswer } from '../support/build-app.ts'
import type { RunningServer } from '../support/start-server.ts'
import { callsTo, lookInto } from './server-calls.ts'

/** A write that the server acknowledged. */
export interface Acknowledged {
  readonly id: string
  readonly comment: string
}

const base = '/inspect/bhInspectionComment'

/** Add one row; answers the acknowledgement, or undefined without one. */
export async function addComment(
  server: { readonly url: string },
  as: string,
  comment: string,
): Promise<TestAnswer<{ id: string }> | undefined> {
  const body = { comment, commentLeve: 1, commentType: '1' }
  return callsTo(server)
    .call<{ id: string }>('POST', `${base}/add`, { as, body })
    .catch(() => undefined)
}

/** The content of the tables: rows by id, and the ids with an audit row. */
export async function storedComments(server: RunningServer): Promise<{ rows: Map<string, string>; audited: string[] }> {
  const rows = await lookInto(server, 'select id, comment from bh_inspection_comment')
  const audits = await lookInto(server, `select row_id from sys_audit where table_name = 'bh_inspection_comment'`)
  return { rows: new Map(rows.map((row) => [row['id'] ?? '', row['comment'] ?? ''])), audited: audits.map((row) => row['row_id'] ?? '') }
}

/** Acknowledged writes that are missing, or have no audit row. */
export function lostWrites(
  acknowledged: readonly Acknowledged[],
  rows: ReadonlyMap<string, string>,
  audited: ReadonlySet<string>,
): string[] {
  return acknowledged.flatMap(({ id, comment }) => {
    if (rows.get(id) !== comment) return [`row ${id} is lost`]
    return audited.has(id) ? [] : [`row ${id} has no audit row`]
  })
}
