import { createContext, useContext, type ComponentType } from 'react'
import type { AnyEntity, FoundRow, RegisteredName, WireRow } from '../schema/index.ts'

export interface DictionaryItem {
  readonly value: string
  readonly text: string
}

/** What a hand-written panel is given: the entity of its list, what the list is filtered by, and the row it was opened for. */
export interface PanelProps<Row = WireRow> {
  readonly entity: AnyEntity
  readonly filters: Readonly<Record<string, unknown>>
  readonly row?: Row
  /** The chosen rows, if a batch opened the panel. */
  readonly rows?: readonly Row[]
  /** Reads the list again. */
  reload(): void
  /** Closes the window around a panel that an action opened. */
  close(): void
}

/** A panel that is opened with rows of one entity; the engine hands it whatever rows it has. */
export const panelOf = <N extends RegisteredName>(_entity: N, panel: ComponentType<PanelProps<FoundRow<N>>>) =>
  panel as ComponentType<PanelProps>

/** The row of an entity that is offered wherever one must be chosen. */
export interface OfferedRow {
  readonly value: string
  readonly label: string
  /** There is no other row to choose. */
  readonly only: boolean
}
/** By the names of the entities with `remember`; null while the user has not yet chosen a row. */
export type OfferedRows = Readonly<Record<string, OfferedRow | null | undefined>>

/** What a user has set for themselves, by name; what was never set is missing. */
export type Settings = Readonly<Record<string, string | number | undefined>>

/** The signed-in user, and what the application lets them see and load. */
export interface CurrentUser {
  readonly id: string
  readonly username: string
  readonly realname: string
  readonly roleCode: string
  /** When this login began. Connections that ended with an earlier login are opened again. */
  readonly loginAt: number
  /** Permission codes such as `teaching:equipment:add`. */
  readonly permissions: ReadonlySet<string>
  /** Codes of buttons that are shown to the user although they may not press them. */
  readonly locked?: ReadonlySet<string>
  readonly dictionaries: Readonly<Record<string, readonly DictionaryItem[]>>
  readonly offered: OfferedRows
  /** Saves a chosen row for the user; returns the rows that are offered from then on. */
  remember(entity: string, id: string): Promise<OfferedRows>
  readonly settings: Settings
  /** Changes settings here at once, and on the server; if that fails they are kept until this page is closed. */
  keepSettings(part: Settings): Promise<void>
  /** Loads another entity's schema by its name. */
  loadEntity(name: string): Promise<AnyEntity>
  /** Functions that derive fields from their row while it is typed, by the name that schemas give them. */
  readonly derivations: Readonly<Record<string, ((row: WireRow) => string | number | null) | undefined>>
  /** Loads a hand-written panel by the name that schemas give it. */
  loadPanel(name: string): Promise<ComponentType<PanelProps>>
  /** Address of an entity's screen, or of a screen by name. */
  entityPath(name: string): string
}

const CurrentUserContext = createContext<CurrentUser | undefined>(undefined)

export const CurrentUserProvider = CurrentUserContext.Provider

export function useCurrentUser(): CurrentUser {
  const user = useContext(CurrentUserContext)
  if (!user) throw new Error('useCurrentUser needs a CurrentUserProvider above it')
  return user
}
