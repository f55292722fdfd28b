import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { api, ApiError } from '../../client/api.ts'
import { useEntity } from '../../client/use-entity.ts'
import type { Narrowing } from '../client-contract.ts'

/** A row to choose, with the fields that narrow it beside its text. */
export interface ReferenceOption {
  readonly value: string
  readonly label: string
  readonly [field: string]: unknown
}

interface Target {
  readonly to: string
  readonly show: string
  readonly beside?: string
}

/** `第1场（星期一上午）`: what is chosen, with what tells it from others of its name. */
export function besideText({ beside }: Target, option: ReferenceOption): string {
  const more = beside === undefined ? undefined : option[beside]
  return typeof more === 'string' && more !== '' ? `${option.label}（${more}）` : option.label
}

interface Ask extends Target {
  readonly query: Readonly<Record<string, unknown>>
  /** Nothing is asked before this. */
  readonly when: boolean
}

/** Rows of another entity as choices. While the next answer is on its way the last one stays. */
export function useOptions({ to, show, query, when }: Ask) {
  const { entity } = useEntity(to)
  const url = entity && `${entity.endpoints.base}/options`
  const key = when && url ? [url, show, JSON.stringify(query)] : null
  return useSWR<ReferenceOption[], Error>(key, () => api.get<ReferenceOption[]>(url ?? '', { ...query, show }), { keepPreviousData: true })
}

/** Choices that match a typed text, narrowed by other values. */
export function useChoices(target: Target, ask: { keyword: string; narrowing: Narrowing; when: boolean }) {
  const keyword = useLater(ask.keyword, 250)
  const query = { ...ask.narrowing, ...(keyword && { keyword }), pageSize: 50 }
  return useOptions({ ...target, query, when: ask.when })
}

export interface FoundTexts {
  readonly texts: ReadonlyMap<string, string>
  /** What to say of an id without a text; nothing while the answer is on its way. */
  readonly absent: string | undefined
}

/** A row out of one's sight is answered like one that is not there. */
function absentFor({ data, error, isLoading }: Pick<ReturnType<typeof useOptions>, 'data' | 'error' | 'isLoading'>): string | undefined {
  if (error) return error instanceof ApiError && error.code === 510 ? '无权查看' : '未能加载'
  return data === undefined || isLoading ? undefined : '已删除或无权查看'
}

/** Texts of these ids, where no list has brought them. */
export function useTexts(target: Target, ids: readonly string[]): FoundTexts {
  const answer = useOptions({ ...target, query: { ids: ids.join(','), pageSize: 200 }, when: ids.length > 0 })
  return { texts: new Map(answer.data?.map((option) => [option.value, besideText(target, option)])), absent: absentFor(answer) }
}

/** The value once it has been still for a while. */
function useLater(value: string, milliseconds: number): string {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return later
}
