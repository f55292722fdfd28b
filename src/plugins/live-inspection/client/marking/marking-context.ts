import { createContext, useContext } from 'react'
import type { ResultRow } from '../../wire.ts'
import type { Marking } from './create-marking.ts'

/** The actions that lines and panels can start; always the same object. */
export interface MarkingActions {
  readonly marking: Marking
  openRemarks(): void
  /** The result window: score and choice of a comment. */
  openDialog(row: ResultRow): void
  openVersions(row: ResultRow): void
  showPhotos(id: string): void
}

const MarkingContext = createContext<MarkingActions | undefined>(undefined)
export const MarkingProvider = MarkingContext.Provider

export function useMarkingActions(): MarkingActions {
  const actions = useContext(MarkingContext)
  if (!actions) throw new Error('this part stands on the workbench only')
  return actions
}
