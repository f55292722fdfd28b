import { sql } from 'kysely'
import type { CallContext, CallParams } from '../../../../engine/server/index.ts'
import type { Progress } from '../wire.ts'
import { placeSql } from './place-sql.ts'
import { secondsBetween } from './times.ts'
import { WAITING } from '../../../../schemas/teaching/help-states.ts'
import { ABSENT, NOT_SUBMITTED, SCORED, SUBMITTED } from '../../../../schemas/teaching/submission-states.ts'

/** A longer pause between two marks is a break, not marking time (seconds). */
const LONGEST_MARK = 900
/** This many marks show how fast somebody marks. */
const RECENT = 1000

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}

interface Mark {
  readonly marker: string | null
  readonly time: string
}
interface Count {
  readonly n: number
}

/** Seconds between the marks of each marker; the marks are newest first. */
function pacesOf(marks: readonly Mark[]): Map<string, number[]> {
  const paces = new Map<string, number[]>()
  const newer = new Map<string, string>()
  for (const mark of marks) {
    const { marker, time } = { ...mark, marker: mark.marker ?? '' }
    const then = newer.get(marker)
    newer.set(marker, time)
    if (then === undefined) continue
    const seconds = secondsBetween(time, then)
    if (seconds <= LONGEST_MARK) paces.set(marker, [...(paces.get(marker) ?? []), seconds])
  }
  return paces
}

/** How far the marking of a place has come, and who has marked how much. */
export async function progress(call: CallContext<CallParams<'inspectionResult', 'progress'>>) {
  const { read } = call.engine.db
  const where = sql.join(placeSql(call), sql` and `)
  const from = sql`from bh_inspection_result as t where ${where}`
  const { rows: states } = await sql<
    Count & { status: number }
  >`select t.submit_status as status, count(*) as n ${from} group by t.submit_status`.execute(read)
  const { rows: away } =
    await sql<Count>`select count(*) as n ${from} and t.submit_status = ${sql.lit(NOT_SUBMITTED)} and t.attendance = ${ABSENT}`.execute(
      read,
    )
  const { rows: help } = await sql<Count>`select count(*) as n from bh_help_request as h where h.status = ${sql.lit(WAITING)}
    and h.inspection_result_id in (select t.id ${from})`.execute(read)
  const { rows: markers } = await sql<
    Count & { id: string; name: string | null }
  >`select t.marker_id as id, max(u.realname) as name, count(*) as n
    from bh_inspection_result as t left join sys_user as u on u.id = t.marker_id
    where ${where} and t.submit_status = ${sql.lit(SCORED)} and t.marker_id is not null group by t.marker_id order by n desc, id`.execute(
    read,
  )
  const { rows: marks } = await sql<Mark>`select t.marker_id as marker, t.mark_time as time ${from}
    and t.submit_status = ${sql.lit(SCORED)} and t.mark_time is not null order by t.mark_time desc limit ${RECENT}`.execute(read)
  const paces = pacesOf(marks)
  const count = (status: number) => states.find((row) => row.status === status)?.n ?? 0
  const byMarker = markers.map((row) => ({
    id: row.id,
    name: row.name ?? '',
    scored: row.n,
    medianSeconds: median(paces.get(row.id) ?? []),
  }))
  const [open, submitted, scored] = [count(NOT_SUBMITTED), count(SUBMITTED), count(SCORED)]
  const absent = away[0]?.n ?? 0
  const total = open + submitted + scored
  return { result: { total, submitted, scored, absent, waitingHelp: help[0]?.n ?? 0, byMarker } satisfies Progress }
}
