import { serverField } from '../fields/server.ts'
import type { AnyEntity, AnyField } from '../schema/index.ts'
import type { Model, OrderedField, StoredField } from './contract.ts'

/** snake_case of a wire name: `haveInspectionResult` → `have_inspection_result`. */
export function snakeCase(key: string): string {
  return key.replace(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`).replace(/^_/, '')
}

/** The column type of a field, or null when the field has no column of its own. */
export const columnType = (field: AnyField): 'text' | 'integer' | 'real' | null => serverField(field).column

/** The column that holds what another one is sorted by. */
export const sortKeyOf = (column: string): string => `${column}_sort_key`

/** One line of text is sorted as people read it, everything else as it is stored. */
const orderedFields = (stored: readonly StoredField[]): OrderedField[] =>
  stored.flatMap(({ key, column, field }) =>
    field.type === 'text' ? [{ key, source: column, column: sortKeyOf(column), personal: field.personal === true }] : [],
  )

/** What derives from one entity. A sub-entity lives in the table of the entity it is `of`. */
export function modelOf(entity: AnyEntity, parent?: AnyEntity): Model {
  const id = entity.id ?? parent?.id ?? 'id'
  const stored: StoredField[] = []
  for (const [key, field] of Object.entries(entity.fields)) {
    if (key !== id && columnType(field)) stored.push({ key, column: snakeCase(key), field })
  }
  return {
    entity,
    name: entity.name,
    table: (parent ?? entity).table ?? snakeCase((parent ?? entity).name),
    id,
    idColumn: snakeCase(id),
    stored,
    ordered: orderedFields(stored),
    otherNames: new Map(Object.entries(entity.fields).flatMap(([key, { also }]) => (also === undefined ? [] : [[also, key] as const]))),
    binned: Boolean((parent ?? entity).bin),
    permission: `${entity.domain}:${entity.name}`,
  }
}

/** Models of all entities by name. */
export function modelsOf(entities: readonly AnyEntity[]): Map<string, Model> {
  const byName = new Map(entities.map((entity) => [String(entity.name), entity]))
  return new Map(entities.map((entity) => [String(entity.name), modelOf(entity, entity.of && byName.get(entity.of))]))
}

/** Relation fields, whose values are rows of a link table. */
export function linkFields(model: Model) {
  return Object.entries(model.entity.fields).flatMap(([key, field]) =>
    field.type === 'multiReference' && field.through ? [{ key, through: field.through, to: field.to }] : [],
  )
}
