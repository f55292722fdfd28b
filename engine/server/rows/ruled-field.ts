import { isSecret } from '../../fields/structure.ts'
import type { AnyField } from '../../schema/index.ts'
import { isSystemField, systemFields } from '../../schema/system-fields.ts'
import type { Model } from '../contract.ts'
import { snakeCase } from '../model/model.ts'
import { modelField, resolveVia, type SqlContext } from '../query/column-sql.ts'

/** A field as a rule names it: the key of the model, and the field that it shows. */
interface RuledField {
  readonly key: string
  readonly field: AnyField
}

function keyNamed(model: Model, name: string): string {
  const known = model.otherNames.get(name) ?? name
  if (modelField(model, known) || isSystemField(known)) return known
  return [...Object.keys(model.entity.fields), ...Object.keys(systemFields)].find((key) => snakeCase(key) === name) ?? known
}

/** The field of this name (`createBy`, or as its column is named: `create_by`) that statements can compare; undefined if there is none. */
export function ruledField(context: Pick<SqlContext, 'models' | 'derivations'>, model: Model, name: string): RuledField | undefined {
  if (name === 'id' || name === model.id || name === model.idColumn) return { key: model.id, field: { type: 'text', label: '' } }
  const key = keyNamed(model, name)
  const own = modelField(model, key)
  // Rows that the application writes itself have only what their schema names.
  if (isSystemField(key) && (own !== undefined || model.entity.source === undefined)) return { key, field: systemFields[key] }
  if (!own || isSecret(own) || own.transient) return undefined
  const shown = resolveVia(context, model, key)
  if (!shown || isSecret(shown.field)) return undefined
  const { derive, kept } = shown.field
  if (derive !== undefined && !kept && !context.derivations[derive]?.sql) return undefined
  return { key, field: shown.field }
}
