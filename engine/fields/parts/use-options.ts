import chunk from 'lodash-es/chunk.js'
import useSWR from 'swr'
import { api, ApiError } from '../../browser/api.ts'
import { useEntity } from '../../browser/use-entity.ts'
import { useSettled } from '../../browser/use-settled.ts'
import type { Narrowing } from '../client-contract.ts'

/** A row to choose, with its text and the fields that narrow it. */
export interface ReferenceOption {
  readonly value: string
  readonly label: string
  readonly [field: string]: unknown
}

interface Target {
  readonly to: string
  readonly show: string
  readonly key?: string
  readonly beside?: string
}

/** `第1场（星期一上午）`: the text of a choice, with what distinguishes it from others of the same name. */
export function besideText({ beside }: Target, option: ReferenceOption): string {
  const more = beside === undefined ? undefined : option[beside]
  return typeof more === 'string' && more !== '' ? `${option.label}（${more}）` : option.label
}

interface Ask extends Target {
  readonly query: Readonly<Record<string, unknown>>
  /** Nothing is requested until this is true. */
  readonly when: boolean
}

/** Rows of another entity as choices. The last answer stays until the next one arrives. */
export function useOptions({ to, show, key: by, query, when }: Ask) {
  const { entity } = useEntity(to)
  const url = entity && `${entity.endpoints.base}/options`
  const key = when && url ? [url, show, by, JSON.stringify(query)] : null
  return useSWR<ReferenceOption[], Error>(key, () => api.get<ReferenceOption[]>(url ?? '', { ...query, show, by }), {
    keepPreviousData: true,
  })
}

/** Choices that match a typed text, narrowed by other values. */
export function useChoices(target: Target, ask: { keyword: string; narrowing: Narrowing; when: boolean }) {
  const keyword = useSettled(ask.keyword, 250)
  const query = { ...ask.narrowing, ...(keyword && { keyword }), pageSize: 50 }
  return useOptions({ ...target, query, when: ask.when })
}

export interface FoundTexts {
  readonly texts: ReadonlyMap<string, string>
  /** What to show for an id without a text; undefined while the answer is loading. */
  readonly absent: string | undefined
}

/** The server answers alike for a row that the user may not see and for one that does not exist. */
function absentFor({ data, error, isLoading }: Pick<ReturnType<typeof useOptions>, 'data' | 'error' | 'isLoading'>): string | undefined {
  if (error) return error instanceof ApiError && error.code === 510 ? '无权查看' : '未能加载'
  return data === undefined || isLoading ? undefined : '已删除或无权查看'
}

/** So many rows are answered at once. */
const idsPerRequest = 200

/** The rows with these ids, in portions that the server answers and an address can hold. */
async function readTexts(url: string, shown: Pick<Ask, 'show'> & { by: string | undefined }, ids: readonly string[]) {
  const portions = chunk(ids, idsPerRequest)
  const read = (part: readonly string[]) => api.get<ReferenceOption[]>(url, { ids: part.join(','), pageSize: idsPerRequest, ...shown })
  return (await Promise.all(portions.map(read))).flat()
}

/** Texts of these ids, for values whose text is not loaded yet. */
export function useTexts(target: Target, ids: readonly string[]): FoundTexts {
  const { to, show, key: by } = target
  const { entity } = useEntity(to)
  const url = entity && `${entity.endpoints.base}/options`
  const key = url && ids.length > 0 ? [url, show, by, ids.join(',')] : null
  const answer = useSWR<ReferenceOption[], Error>(key, () => readTexts(url ?? '', { show, by }, ids), { keepPreviousData: true })
  return { texts: new Map(answer.data?.map((option) => [option.value, besideText(target, option)])), absent: absentFor(answer) }
}
