import type { Change, RuleContext } from '../../../engine/server/index.ts'
import { parts } from '../../sent-values.ts'
import { manager, notManaged, unmanaged } from './managed-departments.ts'

/** The departments that an account manages after a change and did not manage before. */
function newlyManaged({ before, after }: Change<'user'>): string[] {
  if (after?.userIdentity !== manager) return []
  const had = before?.userIdentity === manager ? parts(before.departIds) : []
  return parts(after.departIds).filter((id) => !had.includes(id))
}

/** Whoever is no administrator puts people in charge of departments that they manage themselves; so nobody makes themselves the head of any. */
export async function refuseCharge({ tx, actor }: RuleContext, changes: readonly Change<'user'>[]): Promise<void> {
  const foreign = new Set(await unmanaged(tx, actor, changes.flatMap(newlyManaged)))
  for (const change of changes) if (newlyManaged(change).some((id) => foreign.has(id))) change.refuse(notManaged, 'departIds')
}
