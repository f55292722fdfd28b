import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import type { AnyEntity, WireRow } from '../../../schema/index.ts'
import { api, send } from '../../../browser/api.ts'
import { answerParams, makeCall, tryCall } from '../../calls.ts'
import type { Question } from '../../question.tsx'
import { recordPath } from '../../record-path.ts'
import { useCurrentUser } from '../../../browser/current-user.ts'
import type { Dialog, OpenDialog } from '../../model/dialog.ts'
import { idOf, labelOf, rowWithCounts } from '../../model/list-model.ts'
import type { RunRowAction } from '../rows/RowActions.tsx'
import type { RowAction } from '../rows/row-actions.ts'
import { useAct } from './use-act.ts'
import { whileNeeded } from './while-needed.ts'

interface Surroundings {
  readonly entity: AnyEntity
  readonly open: OpenDialog
  readonly reload: () => void
  /** Set where rows are edited in place. */
  readonly edit?: { begin(row: WireRow): void }
  /** Called after a row was deleted, before everything is read again. */
  readonly onDeleted?: (id: string) => void
}

type Work = () => Promise<string | undefined>

/** The request behind an action that changes the row, ready to be confirmed; undefined if a dialog or a page opens instead. */
function requestOf(entity: AnyEntity, action: RowAction, row: WireRow): Work | undefined {
  const { act } = action
  const { base } = entity.endpoints
  const id = idOf(entity, row)
  if (act.does === 'delete')
    return async () => {
      const answer = await send({ method: 'DELETE', url: `${base}/delete`, params: { id } })
      return entity.messages?.delete ?? answer.message
    }
  if (act.does === 'set')
    return async () => {
      const answer = await send({ method: 'POST', url: `${base}/act/${action.key}`, data: { id } })
      return answer.message
    }
  if (act.does === 'move')
    return async () => {
      await api.post(`${base}/${act.states.call}`, { id, [act.states.param]: act.move.ask })
      return act.move.success
    }
  return undefined
}

/** The question before an action, if any: it names the row and, for a deletion, what else would be deleted. */
function questionOf(entity: AnyEntity, { act, label, confirm, confirmText }: RowAction, row: WireRow): Question | undefined {
  if (act.does === 'delete')
    return { title: `确认${label}`, text: confirm ?? '确定删除吗?', about: rowWithCounts(entity, row), destroys: true }
  return confirm === undefined ? undefined : { title: confirm, text: confirmText, about: labelOf(entity, row) }
}

/** Params of a call whose values are fields of the row. */
const answered = (entity: AnyEntity, row: WireRow, taken: Readonly<Record<string, string | undefined>> = {}): WireRow =>
  Object.fromEntries(Object.entries(taken).map(([param, field = 'id']) => [param, field === 'id' ? idOf(entity, row) : row[field]]))

async function callOf(entity: AnyEntity, call: string, values: WireRow): Promise<string> {
  const answer = await makeCall(entity, call, values)
  return entity.calls?.[call]?.success ?? answer.message
}

/** The window's title names the row, unless the form already shows a fixed field of it. */
function titleOf(entity: AnyEntity, label: string, of: { call: string; asked: readonly string[]; row: WireRow }): string {
  const { title = label, params = {} } = entity.calls?.[of.call] ?? {}
  return of.asked.some((key) => params[key]?.readonly === 'given') ? title : `${label} - ${labelOf(entity, of.row)}`
}

type PanelAct = Extract<RowAction['act'], { does: 'panel' }>

const panelOf = ({ panel, title, width, opensIn }: PanelAct, label: string, row: WireRow): Dialog => ({
  show: 'panel',
  title: title ?? label,
  ...(width !== undefined && { width }),
  ...(opensIn && { opensIn }),
  panel,
  row,
})

/** Runs a row action. The function never changes, so rows need not be rendered again. */
export function useRowAction({ entity, open, reload, edit, onDeleted }: Surroundings): RunRowAction {
  const act = useAct()
  const navigate = useNavigate()
  const { permissions, entityPath, loadEntity } = useCurrentUser()
  return useCallback<RunRowAction>(
    (action, row) => {
      const what = action.act
      const perform = (work: Work) => {
        const whole = async () => {
          try {
            const sentence = await work()
            if (what.does === 'delete') onDeleted?.(idOf(entity, row))
            return sentence
          } finally {
            reload()
          }
        }
        const question = questionOf(entity, action, row)
        if (question) act.ask(question, whole)
        else void act.run(whole, `${action.key} ${idOf(entity, row)}`)
      }
      const call = (of: AnyEntity, name: string, values: WireRow) =>
        whileNeeded(act, { of, name, values }, () => perform(() => callOf(of, name, values)))
      const request = requestOf(entity, action, row)
      if (request) return perform(request)
      if (what.does === 'add') return open({ show: 'add', initial: { ...what.values, ...answered(entity, row, what.with) } })
      if (what.does === 'edit') return edit ? edit.begin(row) : open({ show: 'edit', row })
      if (what.does === 'view' && what.opensIn === 'form') return open({ show: 'view', row })
      if (what.does === 'view') {
        const path = recordPath({ entityPath, permissions }, entity.name, idOf(entity, row))
        return path === undefined ? undefined : void navigate(path)
      }
      if (what.does === 'children') return open({ show: 'children', child: what.child, row })
      if (what.does === 'open') return void navigate(`${entityPath(what.screen)}?id=${encodeURIComponent(idOf(entity, row))}`)
      if (what.does === 'panel') return open(panelOf(what, action.label, row))
      if (what.does !== 'call') return
      const taken = { ...what.values, ...answered(entity, row, what.with) }
      const { of } = what
      const tried = what.answer && { heading: action.label, ...what.answer }
      if (of !== undefined && tried) return act.show(tried, async () => tryCall(await loadEntity(of), what.call, taken))
      if (of !== undefined)
        return void act.run(async () => call(await loadEntity(of), what.call, taken), `${what.call} ${idOf(entity, row)}`)
      const { known, asked } = answerParams(entity, what.call, { row, values: taken, ask: what.ask })
      if (asked.length > 0)
        return open({
          show: 'params',
          title: titleOf(entity, action.label, { call: what.call, asked, row }),
          call: what.call,
          asked,
          known,
          question: action.confirm,
          answer: what.answer,
        })
      if (tried) return act.show(tried, () => tryCall(entity, what.call, known))
      call(entity, what.call, known)
    },
    [entity, open, reload, edit, onDeleted, act, navigate, permissions, entityPath, loadEntity],
  )
}
