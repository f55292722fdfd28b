import { App } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { clientField } from '../../fields/client.ts'
import type { Fields } from '../../schema/index.ts'
import type { ListFilter } from '../model/list-model.ts'
import type { Filters, FilterValue } from '../model/list-state.ts'
import { filledAfter, rememberedBy } from '../remember/after-choice.ts'
import { tellRefusal } from '../../browser/refusal.ts'
import { useCurrentUser } from '../../browser/current-user.ts'
import { keepTyped, missingSentence, withFilter } from './filters.ts'

export interface FilterValues {
  readonly filters: readonly ListFilter[]
  /** The filters' fields with `via` resolved. */
  readonly fields: Fields
  readonly values: Filters
  readonly defaults: Filters
  onSearch(values: Filters): void
  /** Called when the user starts a search and no required filter is missing. */
  onDone?(): void
}

/** Saves a choice that is to be remembered, then fills the filters that have only one choice left. */
function useKeep({ filters, fields, onSearch }: FilterValues, known: { readonly current: Filters }) {
  const app = App.useApp()
  const { offered, remember } = useCurrentUser()
  const keep = async (key: string, to: string, id: string) => {
    try {
      const now = await remember(to, id)
      if (known.current[key] !== id) return
      const next = filledAfter({ key, fields, filters, values: known.current }, now)
      if (next) onSearch(next)
    } catch (error) {
      tellRefusal(app, error)
    }
  }
  return (key: string, value: FilterValue | undefined) => {
    const to = rememberedBy(fields, key, offered)
    if (to !== undefined && typeof value === 'string' && value !== '') void keep(key, to, value)
  }
}

/** The values in the filters, searched for or not: typed text waits for 查询, a choice searches at once. */
export function useFilterDraft(bar: FilterValues) {
  const { filters, fields, values, defaults, onSearch, onDone } = bar
  const { message } = App.useApp()
  const [draft, setDraft] = useState(values)
  const latest = useRef(values)
  useEffect(() => {
    const before = latest.current
    latest.current = values
    setDraft((current) => keepTyped(current, before, values))
  }, [values])
  const keep = useKeep(bar, latest)
  return {
    draft,
    search: () => {
      const missing = missingSentence(filters, draft)
      if (missing) void message.warning(missing)
      else onDone?.()
      onSearch(draft)
    },
    reset: () => {
      setDraft(defaults)
      onSearch(defaults)
    },
    change: (filter: ListFilter, value: FilterValue | undefined) => {
      const next = withFilter(draft, { key: filter.key, value, fields })
      setDraft(next)
      if (filter.choices || !clientField(fields[filter.key] ?? filter.field).written) onSearch(next)
      keep(filter.key, value)
    },
  }
}
