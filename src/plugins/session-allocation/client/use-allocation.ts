import { useState } from 'react'
import useSWR from 'swr'
import { ApiError, declaredCall } from '../../../../engine/client/index.ts'
import { checkNumbers, sessionsFor, type AllocationNumbers, type NumberProblems } from '../shared/numbers.ts'
import type { PersonCount } from '../wire.ts'

/** The filters of the list below. */
type ListFilters = Readonly<Record<string, unknown>>

/** Course, experiment and classes in the form that is sent. */
export interface ChoiceIds {
  readonly courseId: string
  readonly experiId: string
  readonly classIds: string
}

type Input = Exclude<keyof AllocationNumbers, 'stuCount'>
type Typed = Readonly<Record<Input, number | null>>

const nothing: Typed = { groupStuNum: null, groupNum: null, facilityStuNum: null }
const untouched: ReadonlySet<string> = new Set()

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : '')

/** What still has to be chosen, in words. */
function missingOf({ courseId, experiId, classIds }: ChoiceIds): string | undefined {
  if (!courseId) return '请选择课程！'
  if (!experiId) return '请选择实验！'
  return classIds ? undefined : '请选择班级！'
}

/** The sentences of a refusal, by field. */
export const detailsOf = (error: unknown): NumberProblems =>
  error instanceof ApiError && typeof error.details === 'object' && error.details !== null
    ? Object.fromEntries(Object.entries(error.details).map(([key, sentence]) => [key, String(sentence)]))
    : {}

/** The numbers of one allocation while they are typed, with their sentences and the students to divide. */
export function useAllocation(filters: ListFilters) {
  const choice = { courseId: textOf(filters['courseId']), experiId: textOf(filters['experiId']), classIds: textOf(filters['classIds']) }
  const missing = missingOf(choice)
  const url = '/inspect/bhExperiGroup/getExperiAllPersonCount'
  const count = useSWR<PersonCount, Error>(missing ? null : [url, ...Object.values(choice)], () =>
    declaredCall(url, choice).get<PersonCount>(),
  )
  const [typed, setTyped] = useState(nothing)
  const [touched, setTouched] = useState(untouched)
  const [refused, setRefused] = useState<NumberProblems>({})

  const stuCount = count.data?.stuCount ?? 0
  const numbers = {
    stuCount,
    groupNum: typed.groupNum ?? 0,
    groupStuNum: typed.groupStuNum ?? 0,
    facilityStuNum: typed.facilityStuNum ?? 0,
  }
  const broken = count.data ? checkNumbers(numbers) : {}
  const locked = count.data?.locked
  const told = Object.entries({ ...refused, ...broken }).filter(([input]) => input === 'stuCount' || input in refused || touched.has(input))

  const change = (values: Partial<Typed>) => {
    setTyped({ ...typed, ...values })
    setTouched(new Set([...touched, ...Object.keys(values)]))
    setRefused({})
  }
  return {
    choice,
    missing,
    count,
    typed,
    numbers,
    /** Sentences to show: about the typed numbers, and from the server. */
    told: Object.fromEntries(told) as NumberProblems,
    good: count.data !== undefined && locked === undefined && Object.keys(broken).length === 0,
    locked,
    /** Setting the students per session also sets the number of sessions. */
    setGroupStuNum: (value: number | null) =>
      change({ groupStuNum: value, ...(value && stuCount ? { groupNum: sessionsFor(stuCount, value) } : {}) }),
    setGroupNum: (value: number | null) => change({ groupNum: value }),
    setFacilityStuNum: (value: number | null) => change({ facilityStuNum: value }),
    take: ({ groupNum, groupStuNum }: AllocationNumbers) => change({ groupNum, groupStuNum }),
    tellAll: () => setTouched(new Set(Object.keys(nothing))),
    refuse: (error: unknown) => setRefused(detailsOf(error)),
  }
}
export type Allocation = ReturnType<typeof useAllocation>
