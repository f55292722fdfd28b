import { ApiError } from '../../../browser/api.ts'
import type { DialogOutcome } from '../../model/dialog.ts'

/** Whether an answer tells of every row what became of it. */
export const areOutcomes = (result: unknown): result is DialogOutcome[] =>
  Array.isArray(result) && result.every((one) => typeof one === 'object' && one !== null && 'success' in one)

/** The outcome of every row, even if all of them failed: then the server refuses, and puts the same outcomes into the details. */
export async function rowOutcomesOf<T>(work: () => Promise<T>): Promise<T | DialogOutcome[]> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && Array.isArray(error.details)) return error.details
    throw error
  }
}
