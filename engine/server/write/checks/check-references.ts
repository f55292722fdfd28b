import { isEmpty } from '../../../fields/is-empty.ts'
import { isReference, type ReferenceField } from '../../../fields/reference-field.ts'
import type { WireRow } from '../../../schema/index.ts'
import type { Actor, Model, Tx } from '../../contract.ts'
import { targetOf } from '../../query/column-sql.ts'
import type { ScopeCatalog } from '../../query/row-scope.ts'
import type { Draft } from '../drafts/draft.ts'
import { storedRows } from '../statements/stored-rows.ts'

/** The ids that a value names; only lists of references are comma lists. */
function idsOf(field: ReferenceField, value: unknown): string[] {
  if (isEmpty(value)) return []
  return field.type === 'multiReference' ? String(value).split(',').filter(Boolean) : [String(value)]
}

interface ReferenceCheck {
  readonly catalog: ScopeCatalog
  readonly tx: Tx
  readonly model: Model
  readonly drafts: readonly Draft[]
  /** Whose scope the referenced rows must be in; none when the server itself writes. */
  readonly actor: Actor | undefined
}

/** The keys whose change can break the reference: its own, and what it depends on. */
function watchedKeys(model: Model, key: string, field: ReferenceField): string[] {
  const parents = Object.keys(field.dependsOn ?? {}).map((own) => {
    const parent = model.entity.fields[own]
    return parent?.type === 'via' ? parent.by : own
  })
  return [key, ...parents]
}

/** Rows that the drafts point to by one of their references, held until the transaction ends. */
function pointedRows(check: ReferenceCheck, key: string, field: ReferenceField): Promise<Map<string, WireRow>> {
  const target = targetOf(check.catalog, field)
  const ids = [...new Set(check.drafts.flatMap((draft) => idsOf(field, draft.after?.[key])))]
  if (!target || !ids.length) return Promise.resolve(new Map())
  return storedRows(check.catalog, check.tx, { model: target, ids, lock: 'share', ...(check.actor ? { actor: check.actor } : {}) })
}

/** Every id that a row points to must exist, in the writer's scope, and belong to what `dependsOn` names. */
export async function checkReferences(check: ReferenceCheck): Promise<void> {
  const { model } = check
  for (const [key, field] of Object.entries(model.entity.fields)) {
    if (!isReference(field)) continue
    const watched = watchedKeys(model, key, field)
    const drafts = check.drafts.filter(
      (draft) => idsOf(field, draft.after?.[key]).length && (!draft.before || watched.some((name) => draft.changed.includes(name))),
    )
    if (!drafts.length) continue
    const touched = { ...check, drafts }
    const found = await pointedRows(touched, key, field)
    for (const draft of drafts) {
      if (idsOf(field, draft.after?.[key]).some((id) => !found.has(id))) draft.refuse(`所选${field.label}不存在`, key)
    }
    if (field.type !== 'multiReference') await checkBelongs(touched, key, { field, found })
  }
}

/** The value that a row has in one of its fields, followed through a reference for a `via` field. */
async function valuesOf(check: ReferenceCheck, own: string): Promise<(draft: Draft) => unknown> {
  const parent = check.model.entity.fields[own]
  const by = parent?.type === 'via' ? check.model.entity.fields[parent.by] : undefined
  if (parent?.type !== 'via' || !by || !isReference(by)) return (draft) => draft.after?.[own]
  const rows = await pointedRows(check, parent.by, by)
  return (draft) => rows.get(String(draft.after?.[parent.by]))?.[parent.field]
}

async function checkBelongs(
  check: ReferenceCheck,
  key: string,
  at: { field: ReferenceField; found: ReadonlyMap<string, WireRow> },
): Promise<void> {
  const { field, found } = at
  for (const [own, theirs] of Object.entries(field.dependsOn ?? {})) {
    const valueOf = await valuesOf(check, own)
    for (const draft of check.drafts) {
      const mine = valueOf(draft)
      const row = found.get(String(draft.after?.[key]))
      if (mine === undefined || mine === null || row?.[theirs] === undefined) continue
      const blamed = draft.before && !draft.changed.includes(key) ? own : key
      if (String(row[theirs] ?? '') !== String(mine)) draft.refuse(`所选${field.label}与上级选择不一致`, blamed)
    }
  }
}
