/**
 * The application fills this in by declaration merging (`schemas/names.ts`), so the engine never lists
 * the application's names and a misspelt one is still a compile error.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- the merge target must start empty
export interface AppNames {}

type Named<K extends string> = AppNames extends { [_ in K]: infer N extends string } ? N : string

export type EntityName = Named<'entity'>
export type DomainName = Named<'domain'>
export type MenuGroupName = Named<'menuGroup'>
export type ScreenName = Named<'screen'>
export type PanelName = Named<'panel'>
export type DictionaryCode = Named<'dictionary'>
export type ScopeName = Named<'scope'>
export type TopicName = Named<'topic'>
export type DeriveName = Named<'derive'>
export type RoleCode = Named<'role'>
