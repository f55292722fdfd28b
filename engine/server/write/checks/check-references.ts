import { sql } from 'kysely'
import { commaList } from '../../../fields/comma-list.ts'
import { isReference, isReferenceList, isVia, type ReferenceField } from '../../../fields/structure.ts'
import { isEmpty } from '../../../fields/is-empty.ts'
import type { WireRow } from '../../../schema/index.ts'
import { chunksOf } from '../../chunks.ts'
import type { Model } from '../../contract.ts'
import { snakeCase } from '../../model/model.ts'
import { targetOf } from '../../query/column-sql.ts'
import type { Draft } from '../drafts/draft.ts'
import { storedRows } from '../statements/stored-rows.ts'
import type { Write } from '../step.ts'

/** The ids in a value; only lists of references are comma lists. */
function idsOf(field: ReferenceField, value: unknown): string[] {
  if (isEmpty(value)) return []
  return isReferenceList(field) ? commaList(String(value)) : [String(value)]
}

/** One reference, and the rows that set it or change what it depends on. */
interface Pointing {
  readonly write: Write
  readonly drafts: readonly Draft[]
  readonly key: string
  readonly field: ReferenceField
}

/** What the reference has to agree with: own keys, and the keys of its row. What is read through it agrees by itself. */
const parentsOf = ({ entity }: Model, key: string, { dependsOn = {} }: ReferenceField): (readonly [string, string])[] =>
  Object.entries(dependsOn).filter(([own, theirs]) => {
    const parent = entity.fields[own]
    return !isVia(parent) || parent.by !== key || parent.field !== theirs
  })

/** The keys whose change can invalidate the reference: its own, and those that it depends on. */
function watchedKeys(model: Model, key: string, field: ReferenceField): string[] {
  const parents = parentsOf(model, key, field).map(([own]) => {
    const parent = model.entity.fields[own]
    return isVia(parent) ? parent.by : own
  })
  return [key, ...parents]
}

/** The drafts whose reference is to be checked; undefined if none is. */
function pointingBy(write: Write, all: readonly Draft[], { key, field }: Pick<Pointing, 'key' | 'field'>): Pointing | undefined {
  const watched = watchedKeys(write.model, key, field)
  const drafts = all.filter(
    (draft) => idsOf(field, draft.after?.[key]).length && (!draft.before || watched.some((name) => draft.changed.includes(name))),
  )
  return drafts.length ? { write, drafts, key, field } : undefined
}

/** What one of the drafts' references points to, rows or only ids, locked until the transaction ends; nothing outside the writer's scope. */
async function pointedRows({ write, drafts, key, field }: Pointing, areIdsEnough = false): Promise<Map<string, WireRow>> {
  const { context, tx, request } = write
  const { key: by } = field
  const target = targetOf(context, field)
  const values = [...new Set(drafts.flatMap((draft) => idsOf(field, draft.after?.[key])))]
  if (!target || !values.length) return new Map()
  const ids = by === undefined ? values : await idsWith(write, target, { by, values })
  const actor = request.scope === 'none' ? {} : { actor: request.actor }
  const onlyIds = areIdsEnough && by === undefined
  const found = await storedRows(context, tx, { model: target, ids, lock: 'share', onlyIds, ...actor })
  request.staged?.relyOn(target, found)
  return by === undefined ? found : new Map([...found.values()].map((row) => [String(row[by]), row]))
}

/** The ids of the rows that have these values in a unique field. */
async function idsWith({ tx }: Write, target: Model, { by, values }: { by: string; values: readonly string[] }): Promise<string[]> {
  const ids: string[] = []
  for (const part of chunksOf(values)) {
    const { rows } = await sql<{ id: string }>`select ${sql.ref(target.idColumn)} as id from ${sql.table(target.table)}
      where ${sql.ref(snakeCase(by))} in (${sql.join(part)})`.execute(tx)
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/**
 * Every referenced row must exist, be in the writer's scope, and match what `dependsOn` names. Of a list, what stays on it may be out of
 * scope: others have put it there.
 */
export function checkReferences(write: Write, all: readonly Draft[]): Promise<void> | undefined {
  const pointings = write.model.references.flatMap(({ key, field }) => pointingBy(write, all, { key, field }) ?? [])
  return pointings.length ? checkPointings(pointings) : undefined
}

async function checkPointings(pointings: readonly Pointing[]): Promise<void> {
  // Asked in one turn, all travel in one journey.
  const answers = await Promise.all(pointings.map((one) => pointedRows(one, !parentsOf(one.write.model, one.key, one.field).length)))
  for (const [place, found] of answers.entries()) {
    const pointing = pointings[place]
    if (!pointing) continue
    const { drafts, key, field } = pointing
    for (const draft of drafts) {
      const kept = isReferenceList(field) ? idsOf(field, draft.before?.[key]) : []
      if (idsOf(field, draft.after?.[key]).some((id) => !found.has(id) && !kept.includes(id))) draft.refuse(`所选${field.label}不存在`, key)
    }
    if (!isReferenceList(field)) await checkBelongs(pointing, found)
  }
}

/** The value of a row's field; for a `via` field it is read through the reference. */
async function valueReader(
  { write, drafts, key }: Pointing,
  found: ReadonlyMap<string, WireRow>,
  own: string,
): Promise<(draft: Draft) => unknown> {
  const { fields } = write.model.entity
  const parent = fields[own]
  const by = isVia(parent) ? fields[parent.by] : undefined
  if (!isVia(parent) || !isReference(by)) return (draft) => draft.after?.[own]
  const rows = parent.by === key ? found : await pointedRows({ write, drafts, key: parent.by, field: by })
  return (draft) => rows.get(String(draft.after?.[parent.by]))?.[parent.field]
}

async function checkBelongs(pointing: Pointing, found: ReadonlyMap<string, WireRow>): Promise<void> {
  const { write, drafts, key, field } = pointing
  for (const [own, theirs] of parentsOf(write.model, key, field)) {
    const valueOf = await valueReader(pointing, found, own)
    for (const draft of drafts) {
      const mine = valueOf(draft)
      const row = found.get(String(draft.after?.[key]))
      if (mine === undefined || mine === null || row?.[theirs] === undefined) continue
      const blamed = draft.before && !draft.changed.includes(key) ? own : key
      if (String(row[theirs] ?? '') !== String(mine)) draft.refuse(`所选${field.label}与上级选择不一致`, blamed)
    }
  }
}
