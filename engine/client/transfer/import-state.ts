/** The server's account of an import, from reading to done. */
export interface ImportJobState {
  readonly job: string
  readonly phase: 'reading' | 'checking' | 'ready' | 'importing' | 'done' | 'failed'
  readonly rows: number
  readonly done: number
  readonly counts: { readonly add: number; readonly change: number; readonly same: number; readonly bad: number }
  /** The parents of the sheet's rows, if the sheet brings both. */
  readonly above?: { readonly title: string; readonly add: number; readonly change: number; readonly same: number }
  readonly errors: readonly ImportFault[]
  readonly errorTotal?: number
  /** Columns of the file that are not read. */
  readonly ignored?: readonly string[]
  /** The changes in the first changed rows. */
  readonly changes?: readonly ImportChange[]
  readonly message?: string
  /** What the commit did, once it is done. */
  readonly result?: ImportResult
}
export interface ImportResult {
  readonly add: number
  readonly change: number
  readonly same: number
  readonly errorCount: number
  readonly errors: readonly ImportFault[]
}
/** A value that an import replaces. */
export interface ImportChange {
  readonly row: number
  readonly name: string
  readonly column: string
  readonly before: string
  readonly after: string
}
export interface ImportFault {
  readonly row: number
  readonly column: string
  readonly field?: string
  readonly value: unknown
  readonly message: string
}
/** The server is at work. */
export interface Waiting {
  readonly step: 'waiting'
  readonly job: ImportJobState
  /** The commit has not been answered yet; until then, asking only tells the progress, or that it is done. */
  readonly committing?: boolean
  /** Why the commit failed. Only the server knows whether it was done all the same. */
  readonly refused?: string
  /** Why the server cannot be reached just now. */
  readonly trouble?: string
}
/** The current step of the dialog. */
export type ImportState =
  | { readonly step: 'choose'; readonly problem?: string }
  | { readonly step: 'uploading'; readonly part: number }
  | Waiting
  /** With a problem: the import was refused, nothing was written. */
  | { readonly step: 'preview'; readonly job: ImportJobState; readonly problem?: string }
  | { readonly step: 'finished'; readonly job: ImportJobState }

const countsOf = ({ add, change, same, errorCount }: ImportResult): ImportJobState['counts'] => ({ add, change, same, bad: errorCount })

/** The dialog's step for a job of the server; a failed job goes back to choosing a file. */
export function importStateOf(job: ImportJobState, refused?: string): ImportState {
  if (job.phase === 'ready') return { step: 'preview', job, problem: refused }
  if (job.phase === 'done')
    return { step: 'finished', job: job.result ? { ...job, counts: countsOf(job.result), errors: job.result.errors } : job }
  if (job.phase === 'failed') return { step: 'choose', problem: job.message ?? '文件导入失败' }
  return { step: 'waiting', job, refused }
}

/** The state after the server was asked for the progress. An answer that arrives after the dialog has moved on changes nothing. */
export function afterLook(now: ImportState, asked: Waiting, seen: ImportJobState): ImportState {
  if (now !== asked) return now
  if (asked.committing && seen.phase !== 'done') return { step: 'waiting', job: { ...seen, phase: 'importing' }, committing: true }
  return importStateOf(seen, asked.refused)
}

/** What follows if there was no answer. An unreachable server is asked again; a server that refuses has lost the file. */
export function afterNoAnswer(
  now: ImportState,
  asked: Waiting,
  { reached, sentence }: { reached: boolean; sentence: string },
): ImportState {
  if (now !== asked) return now
  if (!reached) return { ...asked, trouble: sentence }
  return asked.committing ? { ...asked, trouble: undefined } : { step: 'choose', problem: asked.refused ?? sentence }
}

/** The state after the commit's own answer. If the commit failed, the server is asked for the outcome. */
export function afterCommit(now: ImportState, { job }: ImportJobState, answer: ImportResult | { readonly refused: string }): ImportState {
  if (now.step !== 'waiting' || !now.committing || now.job.job !== job) return now
  if ('refused' in answer) return { step: 'waiting', job: now.job, refused: answer.refused }
  return importStateOf({ ...now.job, phase: 'done', result: answer })
}

/** The outcome of an import as a coloured message: all rows succeeded, some failed, or all failed. */
export function outcomeOf({ counts: { add, change, same, bad } }: ImportJobState): {
  type: 'success' | 'warning' | 'error'
  message: string
} {
  const done = `新增 ${add} 行，更新 ${change} 行，不变 ${same} 行`
  if (bad === 0) return { type: 'success', message: `导入完成：${done}` }
  if (add + change + same === 0) return { type: 'error', message: `没有导入任何数据，${bad} 行有错误` }
  return { type: 'warning', message: `已导入：${done}；${bad} 行有错误未导入` }
}

/** The choices that a preview offers. While a row is wrong nothing is written, unless the user asks to import only the good rows. */
export function importChoices(job: ImportJobState): { all: boolean; good: boolean } {
  const right = job.counts.add + job.counts.change
  return { all: job.counts.bad === 0 && right > 0, good: job.counts.bad > 0 && right > 0 }
}

/** Does the file wait on the server, unless it is given up? */
export const isLeftWaiting = (state: ImportState): boolean => state.step === 'preview' || (state.step === 'waiting' && !state.committing)

/** How far a job is, in per cent; undefined while the number of rows is not known. */
export const percentOf = (job: ImportJobState): number | undefined =>
  job.rows > 0 ? Math.min(100, Math.round((job.done / job.rows) * 100)) : undefined

export const phaseNames: Readonly<Record<ImportJobState['phase'], string>> = {
  reading: '正在读取文件',
  checking: '正在校验数据',
  ready: '校验完成',
  importing: '正在导入',
  done: '导入完成',
  failed: '导入失败',
}

/** One workbook, .xls or .xlsx. */
export const isWorkbook = (name: string): boolean => /\.xlsx?$/i.test(name)
