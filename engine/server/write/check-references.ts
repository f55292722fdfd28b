import type { AnyField } from '../../schema/index.ts'
import type { Actor, Model, Tx } from '../contract.ts'
import { targetOf } from '../query/column-sql.ts'
import type { ScopeCatalog } from '../query/row-scope.ts'
import type { Draft } from './draft.ts'
import { storedRows } from './stored-rows.ts'

const idsOf = (value: unknown): string[] => (value === null || value === undefined ? [] : String(value).split(',').filter(Boolean))
const isReference = (field: AnyField): boolean =>
  field.type === 'reference' || field.type === 'treeReference' || field.type === 'multiReference'

interface ReferenceCheck {
  readonly catalog: ScopeCatalog
  readonly tx: Tx
  readonly model: Model
  readonly drafts: readonly Draft[]
  /** Whose scope the referenced rows must be in; none when the server itself writes. */
  readonly actor: Actor | undefined
}

/** Every id that a row points to must exist, in the writer's scope, and belong to what `dependsOn` names. */
export async function checkReferences(check: ReferenceCheck): Promise<void> {
  for (const [key, field] of Object.entries(check.model.entity.fields)) {
    if (!isReference(field) || !('to' in field)) continue
    const touched = check.drafts.filter(
      (draft) => draft.after && (!draft.before || draft.changed.includes(key)) && idsOf(draft.after[key]).length,
    )
    const target = targetOf(check.catalog, field)
    if (!touched.length || !target) continue
    const ids = [...new Set(touched.flatMap((draft) => idsOf(draft.after?.[key])))]
    const found = await storedRows(check.catalog, check.tx, { model: target, ids, ...(check.actor ? { actor: check.actor } : {}) })
    for (const draft of touched) {
      if (idsOf(draft.after?.[key]).some((id) => !found.has(id))) draft.refuse(`所选${field.label}不存在`, key)
      else checkBelongs(draft, key, field, found)
    }
  }
}

function checkBelongs(draft: Draft, key: string, field: AnyField, found: ReadonlyMap<string, Record<string, unknown>>): void {
  if (!('dependsOn' in field) || !field.dependsOn || field.type === 'multiReference') return
  const row = found.get(String(draft.after?.[key]))
  for (const [own, theirs] of Object.entries(field.dependsOn)) {
    const mine = draft.after?.[own]
    if (mine === undefined || mine === null || row?.[theirs] === undefined) continue
    if (String(row[theirs] ?? '') !== String(mine)) draft.refuse(`所选${field.label}与上级选择不一致`, key)
  }
}
