import type { TypeWith } from '../fields/contract.ts'
import type { Registered } from '../registry.ts'
import type { SchemaError } from './entity.ts'
import type { ValueOf } from './values.ts'

/** Rows of the registry's entities, by entity name: compile errors then name the entity instead of printing all of it. */
export type FieldsOf<N> = Registered<N> extends { readonly fields: infer F } ? F : never
/** Wire name of its primary key. */
export type IdOf<N> = Registered<N> extends { readonly id?: infer I extends string } ? I : never

/** The lists that an entity has. */
export type ListName<N> = 'list' | (Registered<N> extends { readonly lists?: infer L } ? Extract<keyof L, string> : never)
/** The named filters of its lists. */
export type ListParam<N> = Registered<N> extends { readonly list: { readonly params?: readonly (infer Q extends string)[] } } ? Q : never
/** The moves between its states. */
export type MoveName<N> =
  Registered<N> extends { readonly states?: readonly { readonly transitions: infer M }[] } ? Extract<keyof M, string> : never

type Computed = { readonly type: TypeWith<{ computed: true }> }
type Silent = { readonly type: TypeWith<{ silent: true }> }
type Linked = { readonly through: object }
type Following = Computed | { readonly derive: string }
/** Whether a definition has a column in its entity's table. */
type HasColumn<D> = D extends Linked | { readonly transient: true }
  ? false
  : D extends Following
    ? D extends { readonly kept: true }
      ? true
      : false
    : true

/** Fields with a column. */
export type ColumnKey<F> = { [K in keyof F]: HasColumn<F[K]> extends true ? K : never }[keyof F]
type LinkKey<F> = { [K in keyof F]: F[K] extends Linked ? K : never }[keyof F]
/** Fields that no row contains: secrets, and those that exist only in a form. */
type SilentKey<F> = { [K in keyof F]: F[K] extends Silent | { readonly transient: true } ? K : never }[keyof F]

/** Required fields that a write may leave empty. */
export type LaterKey<N, F = FieldsOf<N>> = {
  [K in keyof F]: F[K] extends { readonly later: true } | Silent ? K : never
}[keyof F]

/** A field's value in a stored row. */
export type Stored<D> = D extends { readonly later: true }
  ? ValueOf<D> | null
  : D extends { readonly required: string } | { readonly default: string | number }
    ? ValueOf<D>
    : ValueOf<D> | null

type Stamped = {
  readonly createBy: string | null
  readonly createTime: string
  readonly updateBy: string | null
  readonly updateTime: string | null
  readonly version: number
}
type Keyed<N> = { readonly id: string } & { readonly [K in IdOf<N>]: string }
type StoredKey<N> = Exclude<ColumnKey<FieldsOf<N>> | LinkKey<FieldsOf<N>>, IdOf<N>>

/** A row as the database has it, under its wire names: what rules see before a write. */
export type StoredRow<N> = Keyed<N> &
  Pick<Stamped, 'updateBy' | 'updateTime' | 'version'> & { readonly [K in StoredKey<N>]: Stored<FieldsOf<N>[K]> }
/** A row on its way to the database. What only the server writes is missing until a rule sets it. */
export type ChangedRow<N> = Keyed<N> & {
  -readonly [K in StoredKey<N>]: Stored<FieldsOf<N>[K]> | (null extends Stored<FieldsOf<N>[K]> ? undefined : never)
}

/** The definition that a `via` field, whose type is that of another row's field, finally shows; `never` if its path is not known. */
type Shown<F, D> = D extends { readonly type: 'via'; readonly by: infer B extends keyof F; readonly field: infer P }
  ? F[B] extends { readonly to: infer T }
    ? P extends keyof FieldsOf<T>
      ? Shown<FieldsOf<T>, FieldsOf<T>[P]>
      : never
    : never
  : D
/** A value as it travels; what is read through a reference is missing if the reference is empty. */
type Travelling<F, D> = D extends { readonly type: 'via' }
  ? ValueOf<Shown<F, D>> | null
  : D extends Linked
    ? string
    : D extends Computed
      ? ValueOf<D>
      : Stored<D>

type Labelled = { readonly type: TypeWith<{ labelled: true }> }
type Labels<F> = {
  readonly [K in keyof F & string as Shown<F, F[K]> extends Labelled ? `${K}_dictText` : never]: string
} & { readonly [K in keyof F as F[K] extends { readonly text: infer T extends string } ? T : never]: string }
type OtherNames<F> = {
  readonly [K in keyof F as F[K] extends { readonly also: infer A extends string } ? A : never]: Travelling<F, F[K]>
}

/** A row as it leaves the server, labels included. */
export type FoundRow<N> = Keyed<N> &
  Stamped & {
    readonly [K in Exclude<keyof FieldsOf<N>, SilentKey<FieldsOf<N>> | IdOf<N>>]: Travelling<FieldsOf<N>, FieldsOf<N>[K]>
  } & Labels<FieldsOf<N>> &
  OtherNames<FieldsOf<N>>

type ServerOnly = { readonly readonly: true }
type FixedOnceThere = { readonly readonly: true | 'edit' | 'given' }
/** Fields that a write of this operation reads from its rows; for the server itself, all fields that do not follow from others. */
type WritableKey<N, Operation, ByServer, F = FieldsOf<N>> = {
  [K in keyof F]: F[K] extends Following
    ? never
    : ByServer extends 'all'
      ? K
      : F[K] extends (Operation extends 'edit' ? FixedOnceThere : ServerOnly)
        ? never
        : K
}[keyof F]
type RowKey<N, Operation> = Operation extends 'edit'
  ? { readonly id: string; readonly version?: number | undefined } & { readonly [K in IdOf<N>]?: string }
  : { readonly id?: string | undefined }

/** A row of a write. What null and absent fields mean depends on the operation. */
export type WrittenRow<N, Operation, ByServer = 'all'> = Operation extends 'add' | 'edit'
  ? RowKey<N, Operation> & {
      readonly [K in WritableKey<N, Operation, ByServer> & keyof FieldsOf<N>]?: ValueOf<FieldsOf<N>[K]> | null | undefined
    }
  : { readonly id: string }

/** Rows that are written by the server itself. */
export type AddedRow<N> = WrittenRow<N, 'add'>
export type EditedRow<N> = WrittenRow<N, 'edit'>

/** Keys of each member of a union. */
export type KeysOfAny<U> = U extends unknown ? keyof U : never
/** Keys of Given beyond Known become an impossible property whose name is the error message. */
export type NoMore<Given extends PropertyKey, Known, What extends string> = {
  readonly [K in Exclude<Given, Known> & string]?: SchemaError<`${What}没有字段 ${K}，请改用模式声明的名字，或在模式中声明它`>
}

/** The rows R, provided that the server may add them and they have no unknown fields. */
export type OnlyAdded<N, R> = R & AddedRow<N> & NoMore<KeysOfAny<R>, keyof AddedRow<N>, '写入的行'>
