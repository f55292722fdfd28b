import type { AnyEntity } from './schema/entity.ts'

/**
 * The application fills this in by declaration merging: `entities` are the entities of its registry by name (`schemas/index.ts`),
 * `tables` its own tables that are not entities (`src/server/system-tables.ts`). The types of rows, tables and calls come from it.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- the merge target must start empty
export interface AppRegistry {}

/**
 * What plugins tell open pages besides written rows, by `cmd`: the `topic` that it goes to and its `body`. Each plugin merges its own in
 * its `wire.ts`, where its pages read the same types.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- the merge target must start empty
export interface AppAnnouncements {}

/** All entities by name. */
export type Registry = AppRegistry extends { entities: infer E extends Readonly<Record<string, AnyEntity>> } ? E : Record<string, AnyEntity>
/** Rows of the application's own tables, by table. */
export type OwnTables = AppRegistry extends { tables: infer T } ? T : Record<never, never>

export type RegisteredName = Extract<keyof Registry, string>
/** The entity with this name; for a union of names, any of their entities. */
export type Registered<N> = N extends keyof Registry ? Registry[N] : never
