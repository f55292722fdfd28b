import { useCallback, useEffect, useState } from 'react'
import type { AnyEntity } from '../../schema/index.ts'
import { api, upload } from '../api.ts'
import { sentenceOf } from '../list/useAct.ts'
import { countsOf, stateOf, type ImportJob, type ImportResult, type ImportState } from './import-state.ts'

const pollEvery = 500

export interface ImportActs {
  readonly state: ImportState
  check(file: File, within: Readonly<Record<string, string>>): void
  commit(mode: 'all' | 'good'): void
  again(): void
}

/** Asks now and then how far the server is, while it is at work. */
function usePolling(base: string, state: ImportState, setState: (next: ImportState) => void): void {
  const waiting = state.step === 'waiting' ? state.job : undefined
  useEffect(() => {
    if (!waiting) return
    let stopped = false
    const look = () =>
      api.get<ImportJob>(`${base}/importJob`, { job: waiting.job }).then(
        (job) => {
          // The answer to the commit itself ends an import; a look only tells how far it is.
          if (!stopped) setState(waiting.phase === 'importing' ? { step: 'waiting', job: { ...job, phase: 'importing' } } : stateOf(job))
        },
        (error: unknown) => {
          if (!stopped) setState({ step: 'choose', problem: sentenceOf(error) })
        },
      )
    const timer = setTimeout(() => void look(), pollEvery)
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [waiting, base, setState])
}

/** Drives an import: file → check → preview → import. `settled` is told at the end, well or not. */
export function useImport(entity: AnyEntity, settled: () => void): ImportActs {
  const { base } = entity.endpoints
  const [state, setState] = useState<ImportState>({ step: 'choose' })

  usePolling(base, state, setState)

  const check = useCallback<ImportActs['check']>(
    (file, within) => {
      const form = new FormData()
      for (const [key, value] of Object.entries(within)) form.append(key, value)
      form.append(entity.import?.fileField ?? 'file', file)
      setState({ step: 'uploading', part: 0 })
      upload<{ job: string }>(`${base}/importCheck`, form, (part) => setState({ step: 'uploading', part: part ?? 0 }))
        .then(({ result }) => setState({ step: 'waiting', job: { ...started, job: result.job } }))
        .catch((error: unknown) => {
          setState({ step: 'choose', problem: sentenceOf(error) })
          settled()
        })
    },
    [base, entity, settled],
  )
  const refused = useCallback(
    (job: ImportJob, problem: string) =>
      api.get<ImportJob>(`${base}/importJob`, { job: job.job }).then(
        (now) => setState(now.phase === 'ready' ? { step: 'preview', job: now, problem } : { step: 'choose', problem }),
        () => setState({ step: 'choose', problem }),
      ),
    [base],
  )
  const commit = useCallback<ImportActs['commit']>(
    (mode) => {
      if (state.step !== 'preview') return
      const { job } = state
      setState({ step: 'waiting', job: { ...job, phase: 'importing', done: 0 } })
      api
        .post<ImportResult>(`${base}/importCommit`, { job: job.job, mode })
        .then(
          (result) => setState({ step: 'finished', job: { ...job, phase: 'done', counts: countsOf(result) } }),
          (error: unknown) => refused(job, sentenceOf(error)),
        )
        .finally(settled)
    },
    [base, state, settled, refused],
  )
  return { state, check, commit, again: () => setState({ step: 'choose' }) }
}

const started: ImportJob = { job: '', phase: 'reading', rows: 0, done: 0, counts: { add: 0, change: 0, same: 0, bad: 0 }, errors: [] }
