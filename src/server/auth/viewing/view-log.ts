import type { Actor, Engine, Tx } from '../../../../engine/server/index.ts'
import { asSystem, inNameOf } from '../../access/system-actor.ts'
import { timeText } from '../../clock.ts'
import { openViewsOf, type WhichLogins } from './view-rows.ts'
import type { View } from './view.ts'

interface Begun {
  readonly viewer: Actor
  readonly view: View
  readonly until: number
  readonly ip: string
}

/** One line of the log: who looks in whose name, from when, and until when at the latest. Answers its id. */
export async function logView(engine: Engine, tx: Tx, { viewer, view, until, ip }: Begun): Promise<string> {
  const { person, roleName, isAccount } = view.asked
  const row = {
    viewer: viewer.username,
    viewerName: viewer.realname,
    whom: isAccount ? person.username : '',
    whomName: isAccount ? person.realname : '',
    roleName,
    beginTime: timeText(),
    endTime: timeText(until),
    ip,
  }
  const [added] = await engine.write({ entity: 'viewing', operation: 'add', rows: [row], ...asSystem, actor: inNameOf(viewer) }, tx)
  if (!added) throw new Error('a view was not logged')
  return added.id
}

/** The views have ended now, before their time. */
export async function logEnds(engine: Engine, tx: Tx, ids: readonly string[]): Promise<void> {
  const rows = ids.map((id) => ({ id, endTime: timeText() }))
  if (rows.length) await engine.write({ entity: 'viewing', operation: 'edit', rows, ...asSystem }, tx)
}

/** Log the end of all views of logins that are about to end; call it before they do. */
export async function closeViews(engine: Engine, tx: Tx, which: WhichLogins): Promise<void> {
  await logEnds(engine, tx, await openViewsOf(tx, which))
}
