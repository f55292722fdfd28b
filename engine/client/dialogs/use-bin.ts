import { useState } from 'react'
import chunk from 'lodash-es/chunk.js'
import useSWR from 'swr'
import { sharedField } from '../../fields/shared.ts'
import type { AnyEntity, WireRow } from '../../schema/index.ts'
import { api, ApiError, send, type Params } from '../../browser/api.ts'
import { useAct } from '../list/actions/use-act.ts'
import { idOf, labelOf, type ListModel } from '../model/list-model.ts'
import { namesAndNumber } from '../question.tsx'

/** Ids may travel in the path of an address, and no more of them fit there. */
const AT_ONCE = 20

interface BinPage {
  readonly records: WireRow[]
  readonly total: number
}

/** The bin's calls, under the names that the schema gives them. */
function binCalls(entity: AnyEntity) {
  const { list = 'deleteList', restore = undefined, purge = undefined, failure = '' } = typeof entity.bin === 'object' ? entity.bin : {}
  const { base } = entity.endpoints
  const addressOf = (path: string, ids: string) => `${base}/${path.replace(/\{\w+\}/, encodeURIComponent(ids))}`
  return {
    list: `${base}/${list}`,
    read: async (query: Params): Promise<BinPage> => {
      try {
        return await api.get<BinPage>(`${base}/${list}`, query)
      } catch (error) {
        throw error instanceof ApiError ? new ApiError(`${failure}${error.message}`, error) : error
      }
    },
    restore: (ids: string) => {
      const params = { [restore?.ids ?? 'ids']: ids }
      return send({ method: restore?.verb ?? 'PUT', url: addressOf(restore?.path ?? 'restore', ids), params, data: params })
    },
    purge: (ids: string) => send({ method: 'DELETE', url: addressOf(purge?.path ?? 'purge', ids), params: { [purge?.ids ?? 'ids']: ids } }),
  }
}

/** The columns that are searched for a keyword. */
const textsOf = (model: ListModel): string[] =>
  model.columns.filter(({ field }) => sharedField(field).words && !field.mask).map(({ key }) => key)

/** Finds rows in which any of the texts contains the keyword. */
function searchParams(texts: readonly string[], keyword: string): Params {
  if (!keyword) return {}
  const rules = texts.map((field) => ({ field, rule: 'like', val: keyword }))
  return { superQueryParams: JSON.stringify(rules), superQueryMatchType: 'or' }
}

/** The rows of a bin by page and keyword, the chosen ones, and restoring or deleting them. */
export function useBin(entity: AnyEntity, model: ListModel, reload: () => void) {
  const act = useAct()
  const calls = binCalls(entity)
  const [chosen, choose] = useState<readonly string[]>([])
  const [names] = useState(() => new Map<string, string>())
  const [keyword, setKeyword] = useState('')
  const [page, setPage] = useState({ pageNo: 1, pageSize: 10 })
  const texts = textsOf(model)
  const query = { ...page, ...searchParams(texts, keyword) }
  const { data, error, isLoading, mutate } = useSWR<BinPage, Error>([entity.name, calls.list, query], () => calls.read(query), {
    keepPreviousData: true,
  })
  for (const row of data?.records ?? []) names.set(idOf(entity, row), labelOf(entity, row))
  const toFirst = () => setPage((now) => ({ ...now, pageNo: 1 }))
  const change = async (work: (ids: string) => Promise<{ message: string }>, ids: readonly string[]) => {
    let message = ''
    try {
      for (const portion of chunk(ids, AT_ONCE)) message = (await work(portion.join(','))).message
    } finally {
      void mutate()
    }
    choose([])
    toFirst()
    reload()
    return message
  }
  return {
    data,
    error,
    isLoading,
    page,
    setPage,
    chosen,
    choose,
    canSearch: texts.length > 0,
    retry: () => void mutate(),
    search: (text: string) => {
      setKeyword(text.trim())
      toFirst()
    },
    restore: (ids: readonly string[]) => void act.run(() => change(calls.restore, ids), ids.join(',')),
    purge: (ids: readonly string[]) => {
      const about = namesAndNumber(ids.map((id) => names.get(id) ?? ''))
      act.ask({ title: '确认删除', text: '彻底删除后不可恢复，确定删除吗?', about, destroys: true }, () => change(calls.purge, ids))
    },
  }
}
