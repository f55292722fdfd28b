import { useEffect, useRef, useState } from 'react'
import { declaredCall, errorSentence, useSettled } from '../../../../engine/client/index.ts'
import type { AllocationNumbers } from '../shared/numbers.ts'
import type { Plan } from '../shared/plan.ts'
import type { ChoiceIds } from './use-allocation.ts'
import type { PlanAnswer, PlanVerdict, SentSession } from '../wire.ts'

/** The service of sessions. */
export const planBase = '/inspect/bhExperiGroup'

/** The experiment that a plan is made for, and its numbers. */
export type PlanCheckRequest = ChoiceIds & AllocationNumbers

interface Ask {
  readonly request: PlanCheckRequest
  readonly first: PlanAnswer
  readonly plan: Plan
}

/** A plan is checked once it has not changed for so long (milliseconds). */
const PATIENCE = 400

/** A plan in the form that is sent. */
export const toSent = (plan: Plan): SentSession[] =>
  plan.sessions.map(({ groupName, students, startTime, endTime, experiAdressId }) => ({
    groupName,
    students,
    ...(startTime && endTime ? { startTime, endTime } : {}),
    ...(experiAdressId ? { experiAdressId } : {}),
  }))

/** Asks the server, a moment after each change, what prevents the plan. */
export function usePlanCheck({ request, first, plan }: Ask) {
  const [verdict, setVerdict] = useState<PlanVerdict & { readonly of: Plan }>({ clashes: first.clashes, devices: first.devices, of: plan })
  const [problem, setProblem] = useState<string>()
  const settled = useSettled(plan, PATIENCE)
  const checked = useRef(plan)
  useEffect(() => {
    if (checked.current === settled) return
    checked.current = settled
    const check = declaredCall(`${planBase}/planGroup`, { ...request, sessions: toSent(settled), brief: 1 })
    check.post<PlanVerdict>().then(
      ({ clashes, devices }) => {
        if (checked.current !== settled) return
        setVerdict({ clashes, devices, of: settled })
        setProblem(undefined)
      },
      (error: unknown) => {
        if (checked.current === settled) setProblem(errorSentence(error))
      },
    )
  }, [request, settled])
  return { ...verdict, problem, checking: verdict.of !== plan && problem === undefined }
}
