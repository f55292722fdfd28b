import { createContext, useContext } from 'react'
import type { AnyEntity } from '../schema/index.ts'

export interface DictionaryItem {
  readonly value: string
  readonly text: string
}

/** What the engine must know of the application and of who is signed in. */
export interface Session {
  readonly user: { readonly id: string; readonly username: string; readonly realname: string; readonly roleCode: string }
  /** Permission codes such as `teaching:equipment:add`. */
  readonly permissions: ReadonlySet<string>
  readonly dictionaries: Readonly<Record<string, readonly DictionaryItem[]>>
  /** Loads another entity's schema by its name. */
  loadEntity(name: string): Promise<AnyEntity>
  /** Address of an entity's screen, or of a screen by name. */
  entityPath(name: string): string
}

const SessionContext = createContext<Session | undefined>(undefined)

export const SessionProvider = SessionContext.Provider

/** Who is signed in, and what the application tells the engine. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return session
}
