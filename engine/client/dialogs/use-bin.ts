import { useMemo, useState } from 'react'
import chunk from 'lodash-es/chunk.js'
import { sharedField } from '../../fields/shared.ts'
import { useCurrentUser } from '../../browser/current-user.ts'
import type { AnyEntity, WireRow } from '../../schema/index.ts'
import { codeOf } from '../access.ts'
import { rowOutcomesOf } from '../list/actions/outcomes.ts'
import { useAct } from '../list/actions/use-act.ts'
import type { RunRowAction } from '../list/rows/RowActions.tsx'
import type { RowAction } from '../list/rows/row-actions.ts'
import { createSelection, type SelectionStore } from '../list/rows/selection.ts'
import { usePagesLeft } from '../list/state/use-list-query.ts'
import { useListColumns } from '../list/state/use-list-columns.ts'
import { useListRows } from '../list/state/use-list-rows.ts'
import { useListState } from '../list/state/use-list-state.ts'
import type { DialogOutcome } from '../model/dialog.ts'
import { idOf, labelOf, listModel, type ListModel } from '../model/list-model.ts'
import type { Filters } from '../model/list-state.ts'
import { namesAndNumber } from '../question.tsx'
import { binCalls, type BinCall } from './bin-calls.ts'

/** Ids may travel in the path of an address, and no more of them fit there. */
const AT_ONCE = 20
const none: Filters = {}

/** What can be done with rows of the bin: with one, or with all that are chosen. */
export const binActions: readonly RowAction[] = [
  { key: 'restore', label: '还原', act: { does: 'restore' } },
  { key: 'purge', label: '彻底删除', act: { does: 'purge' } },
]

/** What happened to rows, if some could not be treated as the user wished. */
export interface BinOutcome {
  readonly done: string
  readonly outcomes: readonly DialogOutcome[]
  readonly labels: ReadonlyMap<string, string>
}

/** The entity's list in the columns that the bin names, if it names any. */
function binModel(entity: AnyEntity, path: string): ListModel {
  const model = listModel(entity)
  const { columns: named, numbered = false } = typeof entity.bin === 'object' ? entity.bin : {}
  const all = [...model.columns, ...model.more]
  const columns = named?.flatMap((key) => all.find((column) => column.key === key) ?? []) ?? model.columns
  return { ...model, name: 'bin', path, columns, numbered, filters: [], pageSizes: [10, 20, 30], faded: undefined }
}

/** The columns that are searched for a keyword. */
const textsOf = (model: ListModel): string[] =>
  model.columns.filter(({ field }) => sharedField(field).words && !field.mask).map(({ key }) => key)

/** Finds rows in which any of the texts contains the keyword. */
function searchParams(texts: readonly string[], keyword: string): Filters {
  if (!keyword) return none
  const rules = texts.map((field) => ({ field, rule: 'like', val: keyword }))
  return { superQueryParams: JSON.stringify(rules), superQueryMatchType: 'or' }
}

/** The rows of the bin that match a keyword, page by page. */
function useBinRows(entity: AnyEntity, model: ListModel, failed: (error: Error) => Error) {
  const [keyword, setKeyword] = useState('')
  const texts = useMemo(() => textsOf(model), [model])
  const fixed = useMemo(() => searchParams(texts, keyword), [texts, keyword])
  const [state, change] = useListState('inside', model, none)
  const data = useListRows({ entity, model, state, fixed, ready: true })
  usePagesLeft({ data, state, change })
  const search = (text: string) => {
    setKeyword(text.trim())
    change({ to: 'filters', filters: none })
  }
  return { data: data.error ? { ...data, error: failed(data.error) } : data, state, change, keyword, search, canSearch: texts.length > 0 }
}

/** Does it, a portion at a time, and says so; what became of each row is added to the outcomes. One row alone is refused as it is. */
async function changeAll(call: BinCall, ids: readonly string[], outcomes: DialogOutcome[]): Promise<string> {
  let message = ''
  for (const portion of chunk(ids, AT_ONCE)) {
    const work = () => call(portion.join(','))
    const answer = await (ids.length === 1 ? work() : rowOutcomesOf(work))
    outcomes.push(...('result' in answer ? answer.result : answer))
    if ('result' in answer) message = answer.message
  }
  return message
}

interface Deeds {
  readonly entity: AnyEntity
  readonly calls: ReturnType<typeof binCalls>
  readonly selection: SelectionStore
  readonly reload: () => void
  tell(outcome: BinOutcome): void
}

/** Restores and deletes. The function never changes, so rows need not be rendered again. */
function useBinDeeds({ entity, calls, selection, reload, tell }: Deeds) {
  const act = useAct()
  return useMemo(() => {
    const perform = async ({ key, label }: RowAction, rows: ReadonlyMap<string, WireRow>) => {
      const outcomes: DialogOutcome[] = []
      const message = await changeAll(key === 'purge' ? calls.purge : calls.restore, [...rows.keys()], outcomes).finally(() => {
        selection.change({ to: 'drop', ids: new Set(outcomes.filter(({ success }) => success).map(({ id }) => id)) })
        reload()
      })
      if (outcomes.every(({ success }) => success)) return message
      tell({ done: label, outcomes, labels: new Map([...rows].map(([id, row]) => [id, labelOf(entity, row)])) })
      return undefined
    }
    return (action: RowAction, rows: ReadonlyMap<string, WireRow>) => {
      if (rows.size === 0) return act.warn('请选择一条记录！')
      const about = namesAndNumber([...rows.values()].map((row) => labelOf(entity, row)))
      const question = { title: '确认删除', text: '彻底删除后不可恢复，确定删除吗?', about, destroys: true }
      if (action.key === 'purge') return act.ask(question, () => perform(action, rows))
      return void act.run(() => perform(action, rows), `restore ${[...rows.keys()].join(',')}`)
    }
  }, [act, entity, calls, selection, reload, tell])
}

/** The rows of a bin, the chosen ones, and restoring or deleting them. */
export function useBin(entity: AnyEntity, reload: () => void) {
  const { permissions } = useCurrentUser()
  const calls = useMemo(() => binCalls(entity), [entity])
  const model = useMemo(() => binModel(entity, calls.list), [entity, calls])
  const selection = useMemo(() => createSelection(), [])
  const [outcome, tell] = useState<BinOutcome>()
  const look = useListColumns(entity, model)
  const rows = useBinRows(entity, model, calls.failed)
  const doAll = useBinDeeds({ entity, calls, selection, reload, tell })
  const run = useMemo<RunRowAction>(() => (action, row) => doAll(action, new Map([[idOf(entity, row), row]])), [doAll, entity])
  const actions = useMemo(() => binActions.filter(({ key }) => permissions.has(codeOf(entity, key))), [entity, permissions])
  return {
    model,
    ...rows,
    ...look,
    selection,
    actions,
    run,
    runOnChosen: (action: RowAction) => doAll(action, selection.current()),
    outcome,
    closeOutcome: () => tell(undefined),
  }
}
