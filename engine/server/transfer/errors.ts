import { AppError } from '../errors.ts'
import { limits } from './sheet/sheet.ts'

/** One bad cell or row of an uploaded sheet. */
export interface CellProblem {
  /** Row number in the sheet. */
  readonly row: number
  /** Label of the column; '' for the whole row. */
  readonly column: string
  readonly field: string
  readonly value: string
  readonly message: string
}

/** 422: rows of an import are wrong and nothing was written. Carries all problems, not the first. */
export class ImportRejected extends AppError {
  constructor(errors: readonly CellProblem[], errorTotal = errors.length) {
    const [first] = errors
    const message = first ? `第 ${first.row} 行：${first.message}` : '文件中有错误，没有导入'
    super(message, 422, 422, { errors: errors.slice(0, limits.errorsShown), errorTotal })
  }
}
