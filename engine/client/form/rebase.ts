import type { WireRow } from '../../schema/index.ts'
import type { EditConflict } from '../changes/conflict.ts'
import type { FormModel } from './form-model.ts'

/** The form based on the row as it is stored now: the next save starts from what its editor has been shown. */
export function rebase(model: FormModel, conflict: EditConflict): FormModel {
  const row: WireRow = { ...model.row, version: conflict.version }
  for (const { field, theirs } of conflict.clashes) {
    row[field] = theirs
    delete row[`${field}_dictText`]
  }
  return { ...model, row }
}
