import { useEffect, useRef, useState } from 'react'
import { api, sentenceOf } from '../../../../engine/client/index.ts'
import type { Plan } from '../shared/plan.ts'
import type { PlanAnswer, PlanVerdict, SentSession } from '../wire.ts'

interface Ask {
  readonly base: string
  readonly request: Readonly<Record<string, unknown>>
  readonly first: PlanAnswer
  readonly plan: Plan
}

const WAIT = 400

/** A plan as it is sent. */
export const toSent = (plan: Plan): SentSession[] =>
  plan.sessions.map(({ groupName, students, startTime, endTime, experiAdressId }) => ({
    groupName,
    students,
    ...(startTime && endTime ? { startTime, endTime } : {}),
    ...(experiAdressId ? { experiAdressId } : {}),
  }))

/** What stands in the plan's way, asked of the server a moment after each change. */
export function usePlanCheck({ base, request, first, plan }: Ask) {
  const [verdict, setVerdict] = useState<PlanVerdict & { readonly of: Plan }>({ clashes: first.clashes, devices: first.devices, of: plan })
  const [problem, setProblem] = useState<string>()
  const asked = useRef(plan)
  useEffect(() => {
    if (asked.current === plan) return
    const timer = setTimeout(() => {
      asked.current = plan
      api.post<PlanVerdict>(`${base}/planGroup`, { ...request, sessions: toSent(plan), brief: 1 }).then(
        ({ clashes, devices }) => {
          if (asked.current !== plan) return
          setVerdict({ clashes, devices, of: plan })
          setProblem(undefined)
        },
        (error: unknown) => {
          if (asked.current === plan) setProblem(sentenceOf(error))
        },
      )
    }, WAIT)
    return () => clearTimeout(timer)
  }, [base, request, plan])
  return { ...verdict, problem, checking: verdict.of !== plan && problem === undefined }
}
