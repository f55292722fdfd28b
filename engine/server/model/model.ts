import type { CodedPart, ColumnKind } from '../../fields/contract.ts'
import { sharedField } from '../../fields/shared.ts'
import { isLinked, isReference, isSecret, type ReferenceField } from '../../fields/structure.ts'
import { serverField } from '../../fields/server.ts'
import { isWritable } from '../../schema/check-row.ts'
import type { AnyEntity, AnyField, FieldOf } from '../../schema/index.ts'

/** A stored field of an entity: its wire key, its column, its definition. */
export interface StoredField {
  readonly key: string
  readonly column: string
  readonly field: AnyField
}

/** A text field, and the column that holds what it is sorted by. */
export interface OrderedField {
  readonly key: string
  /** The column of the text itself. */
  readonly source: string
  readonly column: string
  readonly personal: boolean
}

/** A field whose value is unique in the table, or among the rows that share the values of `within`. */
export interface UniqueRule {
  readonly own: StoredField
  readonly within: readonly StoredField[]
  readonly message: string
}

/** A field whose values a rule of this code makes or checks. */
export interface RuledField {
  readonly key: string
  readonly field: AnyField
  readonly rule: string
}

/** A field that points to rows of another entity. */
export interface PointingField {
  readonly key: string
  readonly field: ReferenceField
}

/** One link more or less in a relation (`through`). */
export interface RelationChange {
  readonly does: 'link' | 'unlink'
  readonly relation: string
  /** The id of the row at the other end. */
  readonly other: string
  /** (unlink) The refusal of a row that does not have it. */
  readonly otherwise?: string | undefined
}

/** A relation field, whose values are rows of a link table. */
export interface LinkField {
  readonly key: string
  readonly through: NonNullable<FieldOf<'multiReference'>['through']>
  readonly to: string
}

/** A field whose value people choose from a dictionary. */
export interface DictionaryField {
  readonly key: string
  readonly part: CodedPart
}

/** A field whose value is kept hashed or sealed. */
export interface SecretField {
  readonly key: string
  readonly field: FieldOf<'secret'>
}

/** An entity with what derives from it, worked out once at start. */
export interface Model {
  readonly entity: AnyEntity
  readonly name: string
  readonly table: string
  /** Wire key and column of the primary key. */
  readonly id: string
  readonly idColumn: string
  /** Fields with a column in the table. */
  readonly stored: readonly StoredField[]
  /** The stored fields that are sorted by a column of their own. The write path keeps that column, and nothing else shows it. */
  readonly ordered: readonly OrderedField[]
  readonly unique: readonly UniqueRule[]
  readonly references: readonly PointingField[]
  /** The references whose values are rows of a link table. */
  readonly links: readonly LinkField[]
  /**
   * Dictionary fields that people choose. States that only the server writes are left out, because they must not break when their text
   * is removed.
   */
  readonly dictionaries: readonly DictionaryField[]
  readonly secrets: readonly SecretField[]
  /** Fields that are shown with stars to those who lack the permission. */
  readonly masked: readonly string[]
  /** Fields whose missing values fill rules make, and those whose new values check rules check. */
  readonly filled: readonly RuledField[]
  readonly checked: readonly RuledField[]
  /** Fields by their other wire names (`also`). */
  readonly otherNames: ReadonlyMap<string, string>
  /** Whether rows are deleted into a bin (`del_flag`). */
  readonly binned: boolean
  /** `<domain>:<entity>`, the prefix of its permissions. */
  readonly permission: string
}

/** snake_case of a wire name: `haveInspectionResult` → `have_inspection_result`. */
export function snakeCase(key: string): string {
  return key.replace(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`).replace(/^_/, '')
}

/** The column of the other entity's rows whose values a reference holds. */
export const keyColumnOf = (target: Model, { key }: ReferenceField): string => (key === undefined ? target.idColumn : snakeCase(key))

/** The column type of a field, or null when the field has no column of its own. */
export const columnType = (field: AnyField): ColumnKind | null => serverField(field).column

/** The column that another column is sorted by. */
export const sortKeyOf = (column: string): string => `${column}_sort_key`

/** Single-line texts are sorted as people read them, everything else as it is stored. */
const orderedFields = (stored: readonly StoredField[]): OrderedField[] =>
  stored.flatMap(({ key, column, field }) =>
    sharedField(field).words === 'line'
      ? [{ key, source: column, column: sortKeyOf(column), personal: 'personal' in field && field.personal === true }]
      : [],
  )

/** The unique fields of an entity as rules. */
const uniqueRules = (stored: readonly StoredField[]): UniqueRule[] =>
  stored.flatMap((own): UniqueRule[] => {
    const { unique } = own.field
    if (!unique) return []
    if (typeof unique === 'string') return [{ own, within: [], message: unique }]
    return [{ own, within: stored.filter((one) => unique.within.includes(one.key)), message: unique.message }]
  })

const linkFields = (key: string, field: AnyField): LinkField[] => (isLinked(field) ? [{ key, through: field.through, to: field.to }] : [])

function dictionaryFields(key: string, field: AnyField): DictionaryField[] {
  return isWritable(field, 'add') ? (sharedField(field).coded?.(field) ?? []).map((part) => ({ key, part })) : []
}

const ruledFields = (stored: readonly StoredField[], by: 'code' | 'check'): RuledField[] =>
  stored.flatMap(({ key, field }) => {
    const rule = sharedField(field).rules?.(field)[by]
    return rule === undefined ? [] : [{ key, field, rule }]
  })

/** Everything that derives from one entity. A sub-entity lives in the table of the entity it is `of`. */
export function modelOf(entity: AnyEntity, parent?: AnyEntity): Model {
  const id = entity.id ?? parent?.id ?? 'id'
  const stored: StoredField[] = []
  const fields = Object.entries(entity.fields)
  for (const [key, field] of fields) {
    if (key !== id && columnType(field)) stored.push({ key, column: snakeCase(key), field })
  }
  return {
    entity,
    name: entity.name,
    table: (parent ?? entity).table ?? snakeCase((parent ?? entity).name),
    id,
    idColumn: snakeCase(id),
    stored,
    ordered: entity.source ? [] : orderedFields(stored),
    unique: uniqueRules(stored),
    references: fields.flatMap(([key, field]) => (isReference(field) ? [{ key, field }] : [])),
    links: fields.flatMap(([key, field]) => linkFields(key, field)),
    dictionaries: fields.flatMap(([key, field]) => dictionaryFields(key, field)),
    secrets: fields.flatMap(([key, field]) => (isSecret(field) && !field.transient ? [{ key, field }] : [])),
    masked: fields.flatMap(([key, field]) => (field.mask ? [key] : [])),
    filled: ruledFields(stored, 'code'),
    checked: ruledFields(stored, 'check'),
    otherNames: new Map(fields.flatMap(([key, { also }]) => (also === undefined ? [] : [[also, key] as const]))),
    binned: Boolean((parent ?? entity).bin),
    permission: `${entity.domain}:${entity.name}`,
  }
}

/** Models of all entities by name. */
export function modelsOf(entities: readonly AnyEntity[]): Map<string, Model> {
  const byName = new Map(entities.map((entity) => [String(entity.name), entity]))
  return new Map(entities.map((entity) => [String(entity.name), modelOf(entity, entity.of && byName.get(entity.of))]))
}
