import { isReference, isSecret } from '../../../fields/structure.ts'
import { isEmpty } from '../../../fields/is-empty.ts'
import { labelSource, sharedField } from '../../../fields/shared.ts'
import type { AnyField } from '../../../schema/index.ts'
import type { Actor, Engine, Model } from '../../contract.ts'
import { starred } from '../../query/mask.ts'
import type { PlannedRow } from '../check/import-plan.ts'
import type { SourceRow } from '../sheet/sheet.ts'

/** A value that an import replaces, as people read it. */
export interface ShownChange {
  readonly row: number
  /** The key values by which people recognise the row. */
  readonly name: string
  readonly column: string
  readonly before: string
  readonly after: string
}

interface ChangesRequest {
  readonly engine: Engine
  readonly model: Model
  readonly actor: Actor
  readonly changes: readonly PlannedRow[]
  sourceOf(row: number): SourceRow | undefined
}

const mostRows = 200

interface Replaced {
  readonly planned: PlannedRow
  readonly key: string
  readonly field: AnyField
  readonly stored: unknown
}

/** Fields that are hidden from the importer's role. */
const isHidden = ({ model, actor }: ChangesRequest, key: string): boolean =>
  Object.entries(model.entity.access.hidden ?? {}).some(([role, keys]) => role === actor.role && keys?.includes(key))

function replacedIn(request: ChangesRequest, planned: PlannedRow): Replaced[] {
  const base = planned.data['_base']
  if (typeof base !== 'object' || base === null) return []
  return Object.entries(base).flatMap(([key, stored]) => {
    const field = request.model.entity.fields[key]
    return field && !isSecret(field) && !isHidden(request, key) ? [{ planned, key, field, stored }] : []
  })
}

/** Labels of the rows that the replaced references point to, if the importer may see those rows. */
async function referenceTexts({ engine, actor }: ChangesRequest, replaced: readonly Replaced[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const [key, parts] of Map.groupBy(replaced, (one) => one.key)) {
    const field = parts[0]?.field
    if (!isReference(field)) continue
    const values = parts.flatMap(({ stored }) => (isEmpty(stored) ? [] : String(stored).split(',')))
    const { to, key: by } = field
    const rows =
      by === undefined
        ? await engine.findMany(to, values, actor)
        : (await engine.list({ entity: to, query: { [`${by}_MultiString`]: values.join(','), pageSize: '1000' }, actor })).records
    for (const row of rows) texts.set(`${key}:${String(row[by ?? 'id'])}`, String(row[field.show] ?? ''))
  }
  return texts
}

/** What the first changed rows change: the old text and the new. What is masked for the importer stays masked. */
export async function shownChanges(request: ChangesRequest): Promise<ShownChange[]> {
  const { engine, model, actor } = request
  const dictionaries = await engine.dictionaries()
  const seesAll = actor.permissions.has(`${model.permission}:unmask`)
  const replaced = request.changes.slice(0, mostRows).flatMap((planned) => replacedIn(request, planned))
  const references = await referenceTexts(request, replaced)
  const textOf = ({ key, field, stored }: Replaced): string => {
    if (isEmpty(stored)) return ''
    const parts = String(stored).split(',')
    if (isReference(field)) return parts.map((id) => references.get(`${key}:${id}`) ?? '（无权查看）').join('、')
    const source = labelSource(field)
    if (source?.from === 'dictionary') {
      const entries = dictionaries.get(source.code) ?? []
      return parts.map((value) => entries.find((entry) => entry.value === value)?.text ?? value).join('、')
    }
    const text = typeof stored === 'string' || typeof stored === 'number' ? sharedField(field).toText(stored, field) : ''
    return field.mask && !seesAll ? starred(text) : text
  }
  const { matchOn = [], within } = model.entity.import ?? {}
  return replaced.map((one) => {
    const { row } = one.planned
    const texts = request.sourceOf(row)?.texts ?? {}
    const name = matchOn.flatMap((key) => (key === within || !texts[key] ? [] : [texts[key]])).join(' ')
    return { row, name, column: one.field.label, before: textOf(one), after: (texts[one.key] ?? '').trim() }
  })
}
