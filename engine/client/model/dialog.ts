import type { TakenParams } from './asked-params.ts'
import type { ChildSpec, ToolSpec, WireRow } from '../../schema/index.ts'

export interface DialogOutcome {
  readonly id: string
  readonly success: boolean
  readonly message: string
}
/** What a list has open beside its table; at most one thing. */
export type Dialog =
  | { readonly show: 'add' }
  | { readonly show: 'edit'; readonly row: WireRow }
  | { readonly show: 'children'; readonly child: ChildSpec; readonly row: WireRow }
  /** Ask for the params of a call that nothing else answers. */
  | {
      readonly show: 'params'
      readonly title: string
      readonly call: string
      readonly asked: readonly string[]
      readonly known: WireRow
      /** Params that filters of the page would have answered, had they been set. */
      readonly from?: TakenParams
      /** What else would be asked before the call is made. */
      readonly question?: string
    }
  | { readonly show: 'panel'; readonly title: string; readonly panel: string; readonly row: WireRow }
  /** A batch that a panel asks about; without rows it is about all that the filters let through. */
  | { readonly show: 'batchPanel'; readonly title: string; readonly panel: string; readonly rows: readonly WireRow[] }
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
