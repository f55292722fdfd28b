import { sql, type Selectable } from 'kysely'
import {
  chunksOf,
  isOneIn,
  type Actor,
  type AppTables,
  type Change,
  type Engine,
  type RuleContext,
  type Tx,
} from '../../../../engine/server/index.ts'
import type { Claim, EndedClaim } from '../wire.ts'
import { CLAIM_LEASE } from '../../../../schemas/teaching/claim-lease.ts'

/** A claim that expired this long ago (milliseconds) is deleted; one new claim in `CLEARED_EVERY` does so. */
const KEPT = 24 * 3_600_000
const CLEARED_EVERY = 200

interface ClaimContext {
  readonly engine: Engine
  readonly tx: Tx
  readonly actor: Actor
}

export const claimOf = (row: Selectable<AppTables['live_claim']>): Claim => ({
  id: row.result_id,
  holder: { id: row.user_id, name: row.name },
  until: row.until,
})

/** Tell the course who holds a result now, or that nobody does. */
export const tell = ({ engine, tx }: ClaimContext, courseId: string, body: Claim | EndedClaim): void =>
  engine.announce(tx, { topic: `course:${courseId}`, cmd: 'claim', body })

/** The claim on a result, unless it has expired. */
export async function claimOn(tx: Tx, id: string): Promise<Claim | undefined> {
  const row = await tx.selectFrom('live_claim').selectAll().where('result_id', '=', id).where('until', '>', Date.now()).executeTakeFirst()
  return row && claimOf(row)
}

/**
 * Claim a result that nobody else holds, or renew the claim; with `take`, even if someone holds it. Undefined if it stays with
 * somebody else.
 */
export async function putClaim(context: ClaimContext, result: { id: string; courseId: string }, take = false): Promise<Claim | undefined> {
  const { tx, actor } = context
  const now = Date.now()
  const until = now + CLAIM_LEASE
  const free = take ? sql`1 = 1` : sql`(live_claim.user_id = ${actor.id} or live_claim.until <= ${now})`
  const { numAffectedRows } = await sql`insert into live_claim (result_id, course_id, user_id, name, until)
    values (${result.id}, ${result.courseId}, ${actor.id}, ${actor.realname}, ${until})
    on conflict (result_id) do update set user_id = excluded.user_id, name = excluded.name, until = excluded.until where ${free}`.execute(
    tx,
  )
  if (numAffectedRows !== 1n) return undefined
  if (isOneIn(CLEARED_EVERY)) await sql`delete from live_claim where until < ${now - KEPT}`.execute(tx)
  const claim = { id: result.id, holder: { id: actor.id, name: actor.realname }, until }
  tell(context, result.courseId, claim)
  return claim
}

/** Release one's own claims among these results; with `anybody`, everyone's. */
async function dropSome(context: ClaimContext, ids: readonly string[], whose: 'own' | 'anybody'): Promise<void> {
  const mine = whose === 'own' ? sql`user_id = ${context.actor.id}` : sql`1 = 1`
  for (const some of chunksOf(ids)) {
    const { rows } = await sql<{ result_id: string; course_id: string }>`delete from live_claim
      where result_id in (${sql.join([...some])}) and ${mine} returning result_id, course_id`.execute(context.tx)
    for (const row of rows) tell(context, row.course_id, { id: row.result_id, holder: null, until: 0 })
  }
}

/** Release one's own claim on a result, if there is one. */
export const dropClaim = (context: ClaimContext, id: string): Promise<void> => dropSome(context, [id], 'own')

/** A scored result no longer needs its marker's claim; a deleted one needs nobody's. */
export async function dropClaims(context: RuleContext, changes: readonly Change<'inspectionResult'>[]): Promise<void> {
  const idsOf = (some: readonly Change<'inspectionResult'>[]) => some.map(({ id }) => id)
  await dropSome(context, idsOf(changes.filter(({ after }) => after)), 'own')
  await dropSome(context, idsOf(changes.filter(({ after }) => !after)), 'anybody')
}
