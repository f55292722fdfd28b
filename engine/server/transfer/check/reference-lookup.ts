import { sql, type Expression } from 'kysely'
import { isSecret, type ReferenceField } from '../../../fields/structure.ts'
import { isEmpty } from '../../../fields/is-empty.ts'
import { sharedField } from '../../../fields/shared.ts'
import type { AnyField, WireRow } from '../../../schema/index.ts'
import type { Actor, Engine, Model, StoredField } from '../../contract.ts'
import { storedValueSql } from '../../query/kept-sql.ts'
import { nearest } from './nearest.ts'
import { holdsOneOf } from './holds-one-of.ts'

export type Found = { readonly id: string } | { readonly message: string; readonly among?: readonly string[] }

interface Candidate {
  readonly id: string
  readonly row: Readonly<Record<string, unknown>>
}

const suggestedFrom = 2000

/** The text in the form in which the field that identifies the row would store it. */
function asStored(field: AnyField, text: string): string {
  const reading = sharedField(field).read(text, field)
  return 'value' in reading && typeof reading.value === 'string' ? reading.value : text
}

/** Labels of the rows that one reference may point to, looked up in batches and only within the actor's scope. */
export class ReferenceLookup {
  readonly #engine: Engine
  readonly #actor: Actor
  readonly #field: ReferenceField
  readonly #target: Model
  /** Fields that identify a row: the one shown first, then the unique ones. */
  readonly #names: readonly StoredField[]
  readonly #byId = new Map<string, Candidate>()
  readonly #byName = new Map<string, Map<string, Candidate>>()
  readonly #asked = new Set<string>()
  #labels: Promise<string[]> | undefined

  constructor(engine: Engine, actor: Actor, field: ReferenceField) {
    this.#engine = engine
    this.#actor = actor
    this.#field = field
    this.#target = engine.model(field.to)
    const { stored } = this.#target
    const shown = stored.filter((one) => one.key === field.show)
    this.#names = [
      ...shown,
      ...stored.filter((one) => one.key !== field.show && one.field.unique !== undefined && sharedField(one.field).words === 'line'),
    ]
  }

  /** Look up these texts in one query; texts looked up before are skipped. */
  async load(texts: Iterable<string>): Promise<void> {
    const fresh = [...new Set(texts)].filter((text) => text !== '' && !this.#asked.has(text))
    if (!fresh.length) return
    for (const text of fresh) this.#asked.add(text)
    const { table, idColumn, stored } = this.#target
    const named = this.#names.map((one) =>
      holdsOneOf(
        this.#valueOf(one),
        fresh.map((text) => asStored(one.field, text)),
      ),
    )
    const columns = stored.filter((one) => !isSecret(one.field)).map((one) => sql`${this.#valueOf(one)} as ${sql.ref(one.key)}`)
    const selected = sql.join([sql`${sql.ref(`t.${idColumn}`)} as ${sql.ref('#id')}`, ...columns])
    const { rows } = await sql<
      Record<string, unknown>
    >`select ${selected} from ${sql.table(table)} as t where (${sql.join([holdsOneOf(sql.ref(`t.${idColumn}`), fresh), ...named], sql` or `)}) and ${this.#engine.visible(this.#target, this.#actor)}`.execute(
      this.#engine.db.read,
    )
    const { key = '#id' } = this.#field
    for (const row of rows) this.#remember({ id: String(row[key]), row })
  }

  readonly #valueOf = (field: StoredField): Expression<unknown> => storedValueSql(field, this.#engine.db.dialect, 't')

  #remember(candidate: Candidate): void {
    this.#byId.set(candidate.id, candidate)
    for (const { key } of this.#names) {
      const text = candidate.row[key]
      if (text === null || text === undefined) continue
      const same = this.#byName.get(`${key}\0${String(text)}`) ?? new Map<string, Candidate>()
      this.#byName.set(`${key}\0${String(text)}`, same.set(candidate.id, candidate))
    }
  }

  /** Whether the candidate matches the fields of the row that narrow the choice. */
  #fits(candidate: Candidate, row: WireRow): boolean {
    return Object.entries(this.#field.dependsOn ?? {}).every(([own, other]) => {
      const wanted = row[own]
      const given = candidate.row[other]
      if (isEmpty(wanted) || given === undefined) return true
      return String(given ?? '')
        .split(',')
        .includes(String(wanted))
    })
  }

  /** The row that a loaded text refers to, for a row with these values. */
  find(text: string, row: WireRow): Found {
    const byId = this.#byId.get(text)
    if (byId && this.#fits(byId, row)) return { id: byId.id }
    for (const { key, field } of this.#names) {
      const fitting = [...(this.#byName.get(`${key}\0${asStored(field, text)}`)?.values() ?? [])].filter((candidate) =>
        this.#fits(candidate, row),
      )
      const [only, another] = fitting
      if (only && !another) return { id: only.id }
      if (only) return { message: `“${text}”对应${fitting.length}条记录，请填写${this.#preciseName()}`, among: fitting.map(({ id }) => id) }
    }
    return { message: `没有找到“${text}”` }
  }

  /** What a loaded row holds. */
  valueOf(id: string, key: string): string | undefined {
    const value = this.#byId.get(id)?.row[key]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  }

  #preciseName(): string {
    return this.#names.find((name) => name.key !== this.#field.show)?.field.label ?? '编号'
  }

  /** The label that an unknown text most likely means. */
  async suggest(text: string): Promise<string | undefined> {
    this.#labels ??= this.labels(suggestedFrom)
    return nearest(text, await this.#labels)
  }

  /** Labels in the actor's scope, up to a limit; `fixed` narrows them by stored fields of the target. */
  async labels(most: number, fixed: Readonly<Record<string, unknown>> = {}): Promise<string[]> {
    const [name] = this.#names
    if (name?.key !== this.#field.show) return []
    const { stored, table } = this.#target
    const narrowed = stored.filter((one) => fixed[one.key] !== undefined).map((one) => holdsOneOf(this.#valueOf(one), [fixed[one.key]]))
    const where = sql.join([this.#engine.visible(this.#target, this.#actor), ...narrowed], sql` and `)
    const column = this.#valueOf(name)
    const { rows } = await sql<{
      label: unknown
    }>`select distinct ${column} as label from ${sql.table(table)} as t where ${column} is not null and ${where} order by label limit ${most}`.execute(
      this.#engine.db.read,
    )
    return rows.map(({ label }) => String(label))
  }
}
