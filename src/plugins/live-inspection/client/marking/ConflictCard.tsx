import { useEdit } from '../state/bench-context.ts'
import { isResubmission } from '../state/mark.ts'
import { ResubmittedCard } from './ResubmittedCard.tsx'
import { TwoMarks } from './TwoMarks.tsx'

/** Why a save was refused, and what can be done. */
export function ConflictCard() {
  const edit = useEdit()
  if (!edit?.clash) return null
  return isResubmission(edit.clash) ? <ResubmittedCard row={edit.row} clash={edit.clash} /> : <TwoMarks edit={edit} clash={edit.clash} />
}
