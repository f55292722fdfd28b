import {
  NotFound,
  type Actor,
  type CallContext,
  type Engine,
  type FoundRow,
  type RegisteredName,
  type Tx,
} from '../../../../engine/server/index.ts'

/** Who writes, with which engine, in which transaction. */
export interface InspectionContext {
  readonly engine: Engine
  readonly actor: Actor
  readonly tx: Tx
}

/** What a call writes with, in its transaction. */
export const inspectionContext = ({ engine, actor }: CallContext<unknown>, tx: Tx): InspectionContext => ({ engine, actor, tx })

/** A row in the actor's scope as the transaction sees it; a foreign row is answered as if it did not exist. */
export async function ownInspectionRow<N extends RegisteredName>(
  { engine, actor, tx }: Omit<InspectionContext, 'tx'> & { readonly tx?: Tx },
  entity: N,
  id: string,
): Promise<FoundRow<N>> {
  const row = id === '' ? null : await engine.find(entity, id, actor, tx)
  if (!row) throw new NotFound()
  return row
}

export type Result = FoundRow<'inspectionResult'>

/** A result in the actor’s scope. */
export const ownResult = (context: InspectionContext, id: string): Promise<Result> => ownInspectionRow(context, 'inspectionResult', id)

/** Options for writing the server's own fields to a row that `ownResult` has found. */
export const serverEdit = ({ actor }: InspectionContext) =>
  ({ operation: 'edit', actor, fields: 'all', scope: 'none', guard: 'none' }) as const
