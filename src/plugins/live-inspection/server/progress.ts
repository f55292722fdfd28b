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
  readonly time: string | null
}

/** Seconds between the marks of each marker; the marks are newest first. */
function pacesOf(marks: readonly Mark[]): Map<string, number[]> {
  const paces = new Map<string, number[]>()
  const newer = new Map<string, string>()
  for (const mark of marks) {
    const [marker, time] = [mark.marker ?? '', mark.time ?? '']
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
  const results = read.selectFrom('bh_inspection_result as t').where(({ and }) => and(placeSql(call)))
  const scored = results.where('t.submit_status', '=', sql.lit(SCORED))
  const states = await results
    .select(({ fn }) => ['t.submit_status as status', fn.countAll<number>().as('n')])
    .groupBy('t.submit_status')
    .execute()
  const away = await results
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('t.submit_status', '=', sql.lit(NOT_SUBMITTED))
    .where('t.attendance', '=', ABSENT)
    .executeTakeFirstOrThrow()
  const help = await read
    .selectFrom('bh_help_request as h')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('h.status', '=', sql.lit(WAITING))
    .where('h.inspection_result_id', 'in', results.select('t.id'))
    .executeTakeFirstOrThrow()
  const markers = await scored
    .leftJoin('sys_user as u', 'u.id', 't.marker_id')
    .select(({ fn }) => ['t.marker_id as id', fn.max('u.realname').as('name'), fn.countAll<number>().as('n')])
    .where('t.marker_id', 'is not', null)
    .groupBy('t.marker_id')
    .orderBy('n', 'desc')
    .orderBy('t.marker_id')
    .execute()
  const marks = await scored
    .select(['t.marker_id as marker', 't.mark_time as time'])
    .where('t.mark_time', 'is not', null)
    .orderBy('t.mark_time', 'desc')
    .limit(RECENT)
    .execute()
  const paces = pacesOf(marks)
  const count = (status: number) => states.find((row) => row.status === status)?.n ?? 0
  const byMarker = markers.map(({ id, name, n }) => ({
    id: id ?? '',
    name: name ?? '',
    scored: n,
    medianSeconds: median(paces.get(id ?? '') ?? []),
  }))
  const [open, submitted, done] = [count(NOT_SUBMITTED), count(SUBMITTED), count(SCORED)]
  const total = open + submitted + done
  return { result: { total, submitted, scored: done, absent: away.n, waitingHelp: help.n, byMarker } satisfies Progress }
}
