import type { FieldValues } from '../fields/contract.ts'

type NumericKey<K> = K extends `${infer N extends number}` ? N : K
/** What the values of a field are. */
export type ValueOf<D> = D extends { type: 'select'; options: infer O }
  ? NumericKey<keyof O>
  : D extends { type: infer T extends keyof FieldValues }
    ? FieldValues[T]
    : never
type Emptiness<D> = D extends { later: true } ? null : D extends { required: string } | { default: string | number } ? never : null

/** The row of an entity with the fields F. Fields in Hidden have a `showWhen`, so they may be empty. */
export type RowOf<F, Hidden = never> = { id: string } & {
  [K in keyof F]: ValueOf<F[K]> | Emptiness<F[K]> | (K extends Hidden ? null : never)
}
