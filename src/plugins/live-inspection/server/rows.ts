import type { AnyCondition, WireRow } from '../../../../engine/schema/index.ts'
import { NotFound, type Actor, type CallContext, type Engine, type Tx } from '../../../../engine/server/index.ts'
import { text } from '../../../cells.ts'

/** Who writes, through what, inside which transaction. */
export interface Work {
  readonly engine: Engine
  readonly actor: Actor
  readonly tx: Tx
}

/** The work of a call in its transaction. */
export const workOf = ({ engine, actor }: CallContext, tx: Tx): Work => ({ engine, actor, tx })

/** A row in the actor's scope as the transaction has it; a foreign one answers like one that does not exist. */
export async function ownRow({ engine, actor, tx }: Omit<Work, 'tx'> & { readonly tx?: Tx }, entity: string, id: string): Promise<WireRow> {
  const row = id === '' ? null : await engine.find(entity, id, actor, tx)
  if (!row) throw new NotFound()
  return row
}

/** A result in the actor’s scope. */
export const ownResult = (work: Work, id: unknown): Promise<WireRow> => ownRow(work, 'inspectionResult', text(id))

/** Write fields that only the server writes to a row that `ownRow` has found. */
export function setRow(
  { engine, actor, tx }: Work,
  entity: string,
  row: WireRow,
  limits: { guard?: Guard; waive?: readonly string[] } = {},
) {
  return engine.write(
    { entity, operation: 'edit', rows: [row], actor, fields: 'all', scope: 'none', guard: limits.guard ?? 'none', waive: limits.waive },
    tx,
  )
}

interface Guard {
  readonly when: AnyCondition
  readonly otherwise: string
}
