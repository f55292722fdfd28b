import { useCallback } from 'react'
import chunk from 'lodash-es/chunk.js'
import { idsParam } from '../../../schema/call-params.ts'
import { holds, type AnyEntity, type BatchSpec, type ToolSpec, type WireRow } from '../../../schema/index.ts'
import { api } from '../../../browser/api.ts'
import { loadPart } from '../../../browser/load-part.ts'
import { answerParams, makeCall } from '../../calls.ts'
import { namesAndNumber } from '../../question.tsx'
import { takenFrom } from '../../model/asked-params.ts'
import type { Dialog, OpenDialog, DialogOutcome } from '../../model/dialog.ts'
import { labelOf } from '../../model/list-model.ts'
import { isBlank, type Filters } from '../../model/list-state.ts'
import type { SelectionStore } from '../rows/selection.ts'
import { areOutcomes, rowOutcomesOf } from './outcomes.ts'
import { useAct, type Act } from './use-act.ts'
import { whileNeeded } from './while-needed.ts'

type Upload = Extract<ToolSpec, { does: 'upload' }>

/** What chooses and sends a file is loaded with the first one. */
async function sendChosen({ tool, act, ...of }: Pick<Surroundings, 'entity' | 'reload'> & { tool: Upload; act: Act }): Promise<void> {
  try {
    const send = await loadPart(() => import('./send-file.ts').then((file) => file.sendFile))
    const name = await send(of.entity, tool.call, act)
    if (name !== undefined) await act.run(() => Promise.resolve(tool.success.replace('{file}', () => name)))
  } catch (error) {
    act.refuse(error)
  } finally {
    of.reload()
  }
}

interface Surroundings {
  readonly entity: AnyEntity
  readonly selection: SelectionStore
  readonly filters: Filters
  readonly open: OpenDialog
  readonly reload: () => void
}
export interface ToolbarActs {
  warn(sentence: string): void
  removeChosen(): void
  runBatch(spec: BatchSpec): void
  runTool(tool: ToolSpec): void
}
const idsPerRequest = 200
const nothingChosen = '请选择一条记录！'

/** Why these rows are not what the batch is for; a batch may be about all rows of a filter as well. */
function unfitSentence({ exactly, each, alike, orAllOf }: BatchSpec, rows: readonly WireRow[], filters: Filters): string | undefined {
  if (orAllOf !== undefined && !isBlank(filters[orAllOf])) return undefined
  if (exactly && rows.length !== exactly.rows) return exactly.otherwise
  if (rows.length === 0) return nothingChosen
  if (each && !rows.every((row) => holds(each.when, row))) return each.otherwise
  return alike?.fields.some((key) => new Set(rows.map((row) => row[key])).size > 1) ? alike.otherwise : undefined
}

/** Why these rows cannot be deleted together; where a selection may be deleted in part, each row has its own outcome instead. */
function undeletable({ rowActions }: AnyEntity, rows: readonly WireRow[]): string | undefined {
  if (rows.length === 0) return nothingChosen
  const action = rowActions?.['delete']
  if (action?.does !== 'delete' || !action.allOrNone) return undefined
  return rows.every((row) => holds(action.when, row)) ? undefined : action.otherwise
}

const panelOfBatch = ({ label, opensIn }: BatchSpec, panel: string, rows: readonly WireRow[]): Dialog => ({
  show: 'batchPanel',
  title: label,
  ...(opensIn && { opensIn }),
  panel,
  rows,
})

/** Delete in portions, because a thousand ids would make the address too long; every row has its own outcome. */
async function removeAll(entity: AnyEntity, ids: readonly string[]): Promise<DialogOutcome[]> {
  const outcomes: DialogOutcome[] = []
  for (const portion of chunk(ids, idsPerRequest)) outcomes.push(...(await removePortion(entity, portion)))
  return outcomes
}

/** The outcomes of a portion. */
async function removePortion(entity: AnyEntity, ids: readonly string[]): Promise<readonly DialogOutcome[]> {
  return rowOutcomesOf(() => api.remove<DialogOutcome[]>(`${entity.endpoints.base}/deleteBatch`, { ids: ids.join(',') }))
}

/** Keeps the failed rows chosen and shows why they failed; false if there are none. */
function useOutcomes({ entity, selection, open }: Pick<Surroundings, 'entity' | 'selection' | 'open'>) {
  return useCallback(
    (chosen: ReadonlyMap<string, WireRow>, outcomes: readonly DialogOutcome[], done: string): boolean => {
      const failed = new Set(outcomes.filter((one) => !one.success).map((one) => one.id))
      selection.change({ to: 'keep', ids: failed })
      if (failed.size === 0) return false
      const labels = new Map([...chosen].map(([id, row]) => [id, labelOf(entity, row)]))
      open({ show: 'outcome', done, outcomes, labels })
      return true
    },
    [entity, selection, open],
  )
}

/** What the toolbar's buttons do. */
export function useToolbar({ entity, selection, filters, open, reload }: Surroundings): ToolbarActs {
  const act = useAct()
  const tell = useOutcomes({ entity, selection, open })
  const removeChosen = useCallback(() => {
    const chosen = selection.current()
    const unfit = undeletable(entity, [...chosen.values()])
    if (unfit !== undefined) return act.warn(unfit)
    const text = entity.tree ? `确定要删除所选中的 ${chosen.size} 条数据，以及子节点数据吗?` : '是否删除选中数据?'
    const question = { title: '确认删除', text, about: namesOf(entity, chosen), destroys: true }
    act.ask(question, async () => {
      const outcomes = await removeAll(entity, [...chosen.keys()]).finally(reload)
      return tell(chosen, outcomes, '删除') ? undefined : (entity.messages?.deleteBatch ?? `已删除 ${outcomes.length} 条`)
    })
  }, [act, entity, selection, tell, reload])

  const runBatch = useCallback(
    (spec: BatchSpec) => {
      const chosen = selection.current()
      const rows = [...chosen.values()]
      const unfit = unfitSentence(spec, rows, filters)
      if (unfit !== undefined) return act.warn(unfit)
      if (spec.panel !== undefined) return open(panelOfBatch(spec, spec.panel, rows))
      const work = async () => {
        const ids = [...chosen.keys()].join(',')
        const idParam = idsParam(entity.calls?.[spec.call], Object.keys(spec.values ?? {}))
        let sentence = entity.calls?.[spec.call]?.success
        const call = async () => {
          const answer = await makeCall<unknown>(entity, spec.call, { ...spec.values, [idParam]: ids })
          sentence ??= answer.message
          return answer.result
        }
        const result = await rowOutcomesOf(call).finally(reload)
        if (areOutcomes(result) && tell(chosen, result, spec.label)) return undefined
        selection.change({ to: 'clear' })
        return sentence
      }
      if (spec.confirm) act.ask({ title: spec.confirm, about: namesOf(entity, chosen) }, work)
      else void act.run(work, spec.call)
    },
    [act, entity, filters, selection, tell, open, reload],
  )

  const runTool = useCallback(
    (tool: ToolSpec) => {
      if (tool.does === 'bin') return open({ show: 'bin' })
      if (tool.does === 'pick') return open({ show: 'pick', tool })
      if (tool.does === 'upload') return void sendChosen({ entity, tool, act, reload })
      const dialog = prepare(entity, tool, filters)
      if (dialog.asked.length > 0) return open(dialog)
      const work = async () => {
        const answer = await makeCall(entity, tool.call, dialog.known).finally(reload)
        return entity.calls?.[tool.call]?.success ?? answer.message
      }
      whileNeeded(act, { of: entity, name: tool.call, values: dialog.known }, () => {
        if (tool.confirm) act.ask({ title: tool.confirm }, work)
        else void act.run(work, tool.call)
      })
    },
    [act, entity, filters, open, reload],
  )
  return { warn: act.warn, removeChosen, runBatch, runTool }
}

/** The params of a tool's call: those that `with` names come from the page's filters, all others are asked for. */
function prepare(entity: AnyEntity, tool: Extract<ToolSpec, { does: 'call' }>, filters: Filters): Extract<Dialog, { show: 'params' }> {
  const { known, asked } = answerParams(entity, tool.call, { values: takenFrom(tool.with, filters) })
  return { show: 'params', title: tool.label, call: tool.call, asked, known, from: tool.with, question: tool.confirm }
}

const namesOf = (entity: AnyEntity, chosen: ReadonlyMap<string, WireRow>): string =>
  namesAndNumber([...chosen.values()].map((row) => labelOf(entity, row)))
