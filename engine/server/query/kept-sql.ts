import { sql, type Expression, type RawBuilder } from 'kysely'
import type { Dialect } from '../../fields/contract.ts'
import { keepingOf } from '../../fields/server.ts'
import type { ColumnKey, FieldsOf } from '../../schema/rows.ts'
import type { RegisteredName } from '../../registry.ts'
import type { AnyField } from '../../schema/index.ts'
import type { Model, StoredField } from '../contract.ts'

/** The value that a column's content stands for. */
export const readSql = (field: AnyField, column: Expression<unknown>, dialect: Dialect): Expression<unknown> =>
  keepingOf(field)?.read(column, field, dialect) ?? column

/** A stored field's value, of the row at `alias` or of the only table of the statement. */
export const storedValueSql = ({ column, field }: StoredField, dialect: Dialect, alias?: string): Expression<unknown> =>
  readSql(field, sql.ref(alias === undefined ? column : `${alias}.${column}`), dialect)

/** What the column holds for a value. */
export const keptValue = (field: AnyField, value: unknown, dialect: Dialect): unknown =>
  typeof value === 'number' ? (keepingOf(field)?.kept(value, field, dialect) ?? value) : value

/** What the column is compared with to find a value. */
export const comparedValue = (field: AnyField, value: unknown, dialect: Dialect): unknown =>
  typeof value === 'number' ? (keepingOf(field)?.compared(value, field, dialect) ?? value) : value

/** For statements written by hand: the value that this column of an entity, or a sum over it, stands for. */
export function valueSql<N extends RegisteredName>(
  engine: { readonly db: { readonly dialect: Dialect }; model(name: string): Model },
  entity: N,
  key: ColumnKey<FieldsOf<N>> & string,
  column: Expression<unknown>,
): RawBuilder<unknown> {
  const field = engine.model(entity).entity.fields[key]
  if (!field) throw new Error(`${entity} has no field ${key}`)
  return sql`${readSql(field, column, engine.db.dialect)}`
}
