import { useCallback, useEffect, useState } from 'react'
import type { AnyEntity } from '../../schema/index.ts'
import { api, mayPass } from '../../browser/api.ts'
import { upload } from '../../browser/file-calls.ts'
import { errorSentence } from '../../browser/readable-error.ts'
import { afterCommit, afterLook, afterNoAnswer, type ImportJobState, type ImportResult, type ImportState } from './import-state.ts'

const pollEvery = 500

export interface ImportActs {
  readonly state: ImportState
  check(file: File, within: Readonly<Record<string, string>>): void
  commit(mode: 'all' | 'good'): void
  /** Another file instead of this one. */
  again(): void
  /** The file is not to be imported. */
  drop(): Promise<void>
}

interface Polling {
  readonly base: string
  readonly state: ImportState
  setState(next: (now: ImportState) => ImportState): void
  settled(): void
}

/** Regularly asks the server for its progress while it is at work. */
function usePolling({ base, state, setState, settled }: Polling): void {
  const waiting = state.step === 'waiting' ? state : undefined
  useEffect(() => {
    if (!waiting) return
    const look = () =>
      api.get<ImportJobState>(`${base}/importJob`, { job: waiting.job.job }).then(
        (seen) => {
          setState((now) => afterLook(now, waiting, seen))
          if (seen.phase === 'done') settled()
        },
        (error: unknown) => {
          setState((now) => afterNoAnswer(now, waiting, { reached: !mayPass(error), sentence: errorSentence(error) }))
        },
      )
    const timer = setTimeout(() => void look(), pollEvery)
    return () => clearTimeout(timer)
  }, [waiting, base, setState, settled])
}

/** Drives an import: file → check → preview → import, or what is left of it for a file that waits. `settled` is called at the end, successful or not. */
export function useImport(entity: AnyEntity, settled: () => void, waits?: string): ImportActs {
  const { base } = entity.endpoints
  const [state, setState] = useState<ImportState>(() =>
    waits === undefined ? { step: 'choose' } : { step: 'waiting', job: { ...started, job: waits } },
  )
  usePolling({ base, state, setState, settled })

  const check = useCallback<ImportActs['check']>(
    (file, within) => {
      const form = new FormData()
      for (const [key, value] of Object.entries(within)) form.append(key, value)
      form.append(entity.import?.fileField ?? 'file', file)
      setState({ step: 'uploading', part: 0 })
      const onProgress = (part = 0) => setState((now) => (now.step === 'uploading' ? { ...now, part } : now))
      upload<{ job: string }>(`${base}/importCheck`, form, onProgress).then(
        ({ result }) => setState({ step: 'waiting', job: { ...started, job: result.job } }),
        (error: unknown) => {
          setState({ step: 'choose', problem: errorSentence(error) })
          settled()
        },
      )
    },
    [base, entity, settled],
  )
  const commit = useCallback<ImportActs['commit']>(
    (mode) => {
      if (state.step !== 'preview') return
      const { job } = state
      setState({ step: 'waiting', job: { ...job, phase: 'importing', done: 0 }, committing: true })
      api
        .post<ImportResult>(`${base}/importCommit`, { job: job.job, mode })
        .then(
          (result) => setState((now) => afterCommit(now, job, result)),
          (error: unknown) => setState((now) => afterCommit(now, job, { refused: errorSentence(error) })),
        )
        .finally(settled)
    },
    [base, state, settled],
  )
  const unwanted = state.step === 'preview' ? state.job.job : undefined
  const drop = async () => {
    if (unwanted !== undefined) await api.remove(`${base}/importJob`, { job: unwanted })
    settled()
  }
  const again = () => {
    // What could not be given up is given up by the server after a while.
    drop().catch(() => undefined)
    setState({ step: 'choose' })
  }
  return { state, check, commit, again, drop }
}

const started: ImportJobState = { job: '', phase: 'reading', rows: 0, done: 0, counts: { add: 0, change: 0, same: 0, bad: 0 }, errors: [] }
