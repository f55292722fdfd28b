import { chunksOf, type Change, type EditedRow, type RuleContext, type Tx } from '../../../engine/server/index.ts'

/** A seat whose device changed; `old` is empty for a new seat. */
interface Switch {
  readonly session: string
  readonly group: string
  readonly old: string
  readonly device: string
}

interface Standing {
  readonly id: string
  readonly session: string
  readonly device: string
  readonly group: string
}

function switchOf({ before, after }: Change<'seat'>): Switch[] {
  const old = before?.facilityId ?? ''
  if (!after?.facilityId || after.facilityId === old) return []
  return [{ session: after.experiGroupId, group: String(after.smallGroup ?? ''), old, device: after.facilityId }]
}

async function standingAt(tx: Tx, table: 'bh_experi_seat' | 'bh_experi_group_facility', sessions: readonly string[]): Promise<Standing[]> {
  const found: Standing[] = []
  for (const ids of chunksOf(sessions)) {
    const rows = await tx
      .selectFrom(table)
      .select(['id', 'experi_group_id', 'facility_id', 'small_group'])
      .where('experi_group_id', 'in', ids)
      .execute()
    for (const row of rows)
      found.push({ id: row.id, session: row.experi_group_id, device: row.facility_id ?? '', group: String(row.small_group ?? '') })
  }
  return found
}

const keyOf = ({ session, device }: Pick<Standing, 'session' | 'device'>): string => `${session} ${device}`

/** A small group shares its device: its other seats move along, unless the same request says otherwise. */
async function moveMates(
  { tx, engine, actor }: RuleContext,
  changes: readonly Change<'seat'>[],
  switches: readonly Switch[],
): Promise<void> {
  const changedIds = new Set(changes.map(({ id }) => id))
  const deviceKey = (session: string, group: string, device: string) => `${session} ${group} ${device}`
  const now = new Map(switches.map(({ session, group, old, device }) => [deviceKey(session, group, old), device]))
  const sessions = [...new Set(switches.flatMap(({ session, old }) => (old === '' ? [] : [session])))]
  const rows = (await standingAt(tx, 'bh_experi_seat', sessions)).flatMap(({ id, session, group, device }) => {
    const facilityId = changedIds.has(id) ? undefined : now.get(deviceKey(session, group, device))
    return facilityId === undefined ? [] : [{ id, facilityId }]
  })
  await engine.write({ entity: 'seat', operation: 'edit', rows, actor }, tx)
}

/** A device at a seat is booked for the session; devices that are at no seat any more make room for their replacements. */
export async function bookDevices(context: RuleContext, changes: readonly Change<'seat'>[]): Promise<void> {
  const { tx, engine, actor } = context
  const switches = changes.flatMap(switchOf)
  if (switches.length === 0) return
  await moveMates(context, changes, switches)
  const sessions = [...new Set(switches.map(({ session }) => session))]
  const used = new Set((await standingAt(tx, 'bh_experi_seat', sessions)).map(keyOf))
  const booked = new Map((await standingAt(tx, 'bh_experi_group_facility', sessions)).map((row) => [keyOf(row), row.id]))
  const left: { id: string }[] = []
  const moved: EditedRow<'sessionDevice'>[] = []
  const taken: { experiGroupId: string; facilityId: string }[] = []
  for (const { session, old, device } of switches) {
    const [before, after] = [keyOf({ session, device: old }), keyOf({ session, device })]
    const free = used.has(before) ? undefined : booked.get(before)
    const isBooked = booked.has(after)
    if (isBooked && free !== undefined) left.push({ id: free })
    else if (free !== undefined) moved.push({ id: free, facilityId: device })
    else if (!isBooked) taken.push({ experiGroupId: session, facilityId: device })
    if (free !== undefined) booked.delete(before)
    booked.set(after, free ?? booked.get(after) ?? '')
  }
  const booking = { entity: 'sessionDevice', actor } as const
  await engine.write({ ...booking, operation: 'delete', rows: left }, tx)
  await engine.write({ ...booking, operation: 'edit', rows: moved, fields: 'all' }, tx)
  await engine.write({ ...booking, operation: 'add', rows: taken }, tx)
}
