import { useCallback, useEffect, useState } from 'react'
import type { AnyEntity } from '../../schema/index.ts'
import { api, mayPass, upload } from '../../browser/api.ts'
import { errorSentence } from '../../browser/readable-error.ts'
import { afterCommit, afterLook, afterNoAnswer, type ImportJobState, type ImportResult, type ImportState } from './import-state.ts'

const pollEvery = 500

export interface ImportActs {
  readonly state: ImportState
  check(file: File, within: Readonly<Record<string, string>>): void
  commit(mode: 'all' | 'good'): void
  again(): void
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

/** Drives an import: file → check → preview → import. `settled` is called at the end, successful or not. */
export function useImport(entity: AnyEntity, settled: () => void): ImportActs {
  const { base } = entity.endpoints
  const [state, setState] = useState<ImportState>({ step: 'choose' })
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
  return { state, check, commit, again: () => setState({ step: 'choose' }) }
}

const started: ImportJobState = { job: '', phase: 'reading', rows: 0, done: 0, counts: { add: 0, change: 0, same: 0, bad: 0 }, errors: [] }
