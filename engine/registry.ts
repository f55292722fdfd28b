import type { AnyEntity } from './schema/entity.ts'

/**
 * The application fills this in by declaration merging: `entities` are those of its registry by name (`schemas/index.ts`),
 * `tables` those of its own that are no entity (`src/server/system-tables.ts`). Rows, tables and calls get their types from it.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- the merge target must start empty
export interface AppRegistry {}

/** All entities by name. */
export type Registry = AppRegistry extends { entities: infer E extends Readonly<Record<string, AnyEntity>> } ? E : Record<string, AnyEntity>
/** Rows of the application's own tables, by table. */
export type OwnTables = AppRegistry extends { tables: infer T } ? T : Record<never, never>

export type RegisteredName = Extract<keyof Registry, string>
/** The entity of a name; of several names any of theirs. */
export type Registered<N> = N extends keyof Registry ? Registry[N] : never
