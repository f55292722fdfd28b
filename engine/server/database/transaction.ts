import type { Kysely, Transaction } from 'kysely'

/** Tables are read from schemas at run time, so columns are untyped here and typed by the schema. */
export type Tables = Record<string, Record<string, unknown>>
export type Reader = Kysely<Tables>
export type Tx = Transaction<Tables>
