import type { CallContext } from '../../../engine/server/index.ts'
import { freshSources } from '../access/explain/sources.ts'
import { whichRows } from '../access/explain/which-rows.ts'
import { personSeen } from '../access/person-of.ts'

/** How many rows of each entity an account, or a role, sees. */
export async function countSeenRows({ engine, actor, params }: CallContext<{ userId?: string | null; roleCode?: string | null }>) {
  return { result: await whichRows(freshSources(engine), await personSeen(engine, params, actor)) }
}
