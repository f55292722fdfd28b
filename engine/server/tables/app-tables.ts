import type { Generated } from 'kysely'
import type { ColumnKind, TypeWith } from '../../fields/contract.ts'
import type { OwnTables, RegisteredName, Registry } from '../../registry.ts'
import type { ColumnKey, FieldsOf, IdOf, KeysOfAny, Stored } from '../../schema/rows.ts'
import type { EngineTables } from './engine-tables.ts'

/** snake_case of a wire name, as `snakeCase` makes it. */
type SnakeCase<K extends string> = K extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : ''

type TableOf<N extends RegisteredName> = [NonNullable<Registry[N]['table']>] extends [never]
  ? SnakeCase<N>
  : NonNullable<Registry[N]['table']>
/** Whether the engine makes the entity's table; the application's own tables have types of their own. */
type IsMade<N extends RegisteredName> = [NonNullable<Registry[N]['source']>] extends [never] ? true : false
type EntityTable = { [N in RegisteredName]: IsMade<N> extends true ? TableOf<N> : never }[RegisteredName]
/** The entities that live in a table. */
type Resident<T> = { [N in RegisteredName]: TableOf<N> extends T ? N : never }[RegisteredName]

interface StampColumns {
  create_by: string | null
  create_time: Generated<string>
  update_by: string | null
  update_time: string | null
  version: Generated<number>
}
/** What a column holds that does not hold the value itself: `valueSql` reads it. */
interface KeptValue {
  readonly keptAs: ColumnKind
}
type InColumn<D> = D extends { readonly type: TypeWith<{ kept: true }> } ? KeptValue | null : Stored<D>
type FieldColumns<F, I> = { [K in Exclude<ColumnKey<F>, I> & string as SnakeCase<K>]: InColumn<F[K]> }
type SortColumns<F> = {
  [K in ColumnKey<F> & string as F[K] extends { readonly type: 'text' } ? `${SnakeCase<K>}_sort_key` : never]: string | null
}
type BinColumn<N extends RegisteredName> = [NonNullable<Registry[N]['bin']>] extends [never] ? unknown : { del_flag: Generated<0 | 1> }
type ColumnsOf<N> = N extends RegisteredName
  ? FieldColumns<FieldsOf<N>, IdOf<N>> & SortColumns<FieldsOf<N>> & { [K in SnakeCase<IdOf<N>>]: string } & StampColumns & BinColumn<N>
  : never

type ValueOfAny<U, K> = U extends unknown ? (K extends keyof U ? U[K] : never) : never
/** One row of a table. If several entities share it, a column may be empty if any of them allows it. */
export type TableRow<T> = { [K in KeysOfAny<ColumnsOf<Resident<T>>>]: ValueOfAny<ColumnsOf<Resident<T>>, K> }

type Through<F> = { [K in keyof F]: F[K] extends { readonly through: infer L } ? L : never }[keyof F]
type Link = { [N in RegisteredName]: Through<FieldsOf<N>> }[RegisteredName]
type LinkTables = {
  [L in Link as L extends { readonly table: infer T extends string } ? T : never]: L extends {
    readonly own: infer O extends string
    readonly other: infer P extends string
  }
    ? { [K in O | P]: string }
    : never
}
type EntityTables = { [T in EntityTable]: TableRow<T> }

/** All tables of the application, by their names in the database, with the values of their columns. */
export interface AppTables extends EntityTables, LinkTables, EngineTables, OwnTables {}
