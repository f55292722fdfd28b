import type { TakenParams } from './asked-params.ts'
import type { AnswerSpec, ChildSpec, ToolSpec, WireRow } from '../../schema/index.ts'

export interface DialogOutcome {
  readonly id: string
  readonly success: boolean
  readonly message: string
}
/** The window that a list has open; there is at most one. */
export type Dialog =
  /** `initial`: what the new row starts with, besides the page's filters. */
  | { readonly show: 'add'; readonly initial?: WireRow }
  | { readonly show: 'edit' | 'view'; readonly row: WireRow }
  | { readonly show: 'children'; readonly child: ChildSpec; readonly row: WireRow }
  /** Ask for the params of a call that have no value yet. */
  | {
      readonly show: 'params'
      readonly title: string
      readonly call: string
      readonly asked: readonly string[]
      readonly known: WireRow
      /** Params that the page's filters would give if they were set. */
      readonly from?: TakenParams
      /** The question that would otherwise be asked before the call. */
      readonly question?: string
      /** The answer is shown in the window, which stays open. */
      readonly answer?: AnswerSpec | undefined
    }
  | {
      readonly show: 'panel'
      readonly title: string
      readonly width?: number
      readonly opensIn?: 'modal'
      readonly panel: string
      readonly row: WireRow
    }
  /** A batch that opens a panel; without rows it is about everything that matches the filters. */
  | {
      readonly show: 'batchPanel'
      readonly title: string
      readonly opensIn?: 'modal'
      readonly panel: string
      readonly rows: readonly WireRow[]
    }
  | { readonly show: 'import' }
  | { readonly show: 'bin' }
  | { readonly show: 'pick'; readonly tool: Extract<ToolSpec, { does: 'pick' }> }
  /** `done` says what happened to the other rows, such as 删除. */
  | {
      readonly show: 'outcome'
      readonly done: string
      readonly outcomes: readonly DialogOutcome[]
      readonly labels: ReadonlyMap<string, string>
    }
export type OpenDialog = (dialog: Dialog | undefined) => void
