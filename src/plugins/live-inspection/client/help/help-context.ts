import { createContext, useContext } from 'react'
import type { HelpRow } from '../../wire.ts'

export interface HelpActions {
  take(row: HelpRow): Promise<void>
  solve(row: HelpRow): Promise<void>
  giveBack(row: HelpRow): Promise<void>
}

const HelpContext = createContext<HelpActions | undefined>(undefined)
export const HelpProvider = HelpContext.Provider

export function useHelpActions(): HelpActions {
  const actions = useContext(HelpContext)
  if (!actions) throw new Error('this part stands on the workbench only')
  return actions
}
