import { api, currentToken } from '../../../browser/api.ts'
import { takeAhead } from '../../../browser/ahead.ts'
import type { AnyEntity, WireRow } from '../../../schema/index.ts'
import { listParams, missingSentence } from '../../filter/filters.ts'
import type { ListModel } from '../../model/list-model.ts'
import type { ListPage } from '../../model/list-page.ts'
import { idOf } from '../../model/list-model.ts'
import { nestFound } from '../../tree/found-rows.ts'
import { isBlank, type Filters, type ListState } from '../../model/list-state.ts'

/** The call for the rows of a list; its first part is the entity's name, so that one write refreshes all its lists. */
export type RowsCall = readonly [entity: string, path: string, params: object]

/** The call without the entity: what its answer is an answer to. */
export const questionOf = ([, path, params]: RowsCall): string => path + JSON.stringify(params)

/** How a list is read: page by page, as a whole tree, or, of a lazy tree, level by level; once filtered, its pages with what is above their rows. */
export type ListShape = 'pages' | 'tree' | 'levels' | 'found'

export function shapeOf({ entity, model, state }: Pick<Asked, 'entity' | 'model' | 'state'>): ListShape {
  if (!entity.tree || model.flat || model.name !== 'list') return 'pages'
  if (!entity.tree.lazy) return 'tree'
  return Object.values(state.filters).every(isBlank) ? 'levels' : 'found'
}

interface Asked {
  readonly entity: AnyEntity
  readonly model: ListModel
  readonly state: ListState
  readonly fixed?: Filters | undefined
}

/** The call for what a list shows, or why nothing may be asked yet. */
export function rowsCall({ entity, model, state, fixed }: Asked): { readonly call?: RowsCall; readonly waitingFor?: string | undefined } {
  const waitingFor = missingSentence(model.filters, { ...state.filters, ...fixed })
  if (waitingFor) return { waitingFor }
  const shape = shapeOf({ entity, model, state })
  if (shape === 'tree' || shape === 'levels')
    return { call: [entity.name, `${entity.endpoints.base}/tree`, shape === 'levels' ? { pid: '' } : {}] }
  return { call: [entity.name, model.path, { ...listParams(model, state), ...fixed }] }
}

export type RowsAnswer = ListPage | readonly WireRow[]

/** What a call answered. */
export function rowsPage(call: RowsCall, result: RowsAnswer): ListPage {
  const asked = questionOf(call)
  return 'records' in result ? { ...result, asked } : { records: result, total: result.length, pages: 1, asked }
}

/** Sends the call. */
export async function askRows(call: RowsCall): Promise<ListPage> {
  const [, path, params] = call
  return rowsPage(call, await api.get<RowsAnswer>(path, { ...params }))
}

/** The name of a call for `askAhead`: an answer belongs to the login that asked. */
export const aheadOf = (call: RowsCall): readonly unknown[] => [currentToken(), ...call]

/** The rows, asked for now or ahead. */
export const readListRows = (call: RowsCall): Promise<ListPage> => takeAhead(aheadOf(call), () => askRows(call))

/** A page of what a filter found in a lazy tree, below what stands above it. */
export async function readFound(entity: AnyEntity, call: RowsCall): Promise<ListPage> {
  const page = await readListRows(call)
  const ids = page.records.map((row) => idOf(entity, row)).join(',')
  const above = ids === '' ? [] : await api.get<readonly WireRow[]>(`${entity.endpoints.base}/tree`, { above: ids })
  return { ...page, records: nestFound(entity, page.records, above) }
}
