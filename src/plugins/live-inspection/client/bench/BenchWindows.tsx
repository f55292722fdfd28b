import { Suspense, useEffect } from 'react'
import { LazyImportDialog, lazyPart, MissingWindow } from '../../../../../engine/client/index.ts'
import type { AnyEntity } from '../../../../../engine/schema/index.ts'
import { CommentBank } from '../comments/CommentBank.tsx'
import type { Remark } from '../comments/rank.ts'
import { isComposing } from '../../shared/bindings.ts'
import { ConflictCard } from '../marking/ConflictCard.tsx'
import { useMarkingActions } from '../marking/marking-context.ts'
import type { ListNarrowing } from '../../shared/matches.ts'
import type { ResultRow } from '../../wire.ts'
import { useBench } from '../state/bench-context.ts'

const MarkDialog = lazyPart(() => import('../marking/MarkDialog.tsx').then((file) => file.MarkDialog), MissingWindow)
const VersionsDrawer = lazyPart(() => import('../marking/VersionsDrawer.tsx').then((file) => file.VersionsDrawer), MissingWindow)
const ShortcutList = lazyPart(() => import('../keys/ShortcutList.tsx').then((file) => file.ShortcutList), MissingWindow)

export type OpenWindow =
  | { readonly is: 'remarks' }
  | { readonly is: 'dialog'; readonly row: ResultRow }
  | { readonly is: 'versions'; readonly row: ResultRow }
  | { readonly is: 'shortcuts' }
  | { readonly is: 'import' }

/** Escape closes a window even before the cursor has moved into it. */
function useEscape(isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined
    const press = (event: KeyboardEvent) => {
      const isInside = event.target instanceof HTMLElement && event.target.closest('.ant-modal-root, .ant-drawer')
      if (event.key === 'Escape' && !isComposing(event) && !isInside) close()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isOpen, close])
}

/** The filters above, in the form that the engine's dialogs take. */
const textsOf = (filters: ListNarrowing): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])))

interface Props {
  readonly entity: AnyEntity
  readonly filters: ListNarrowing
  readonly open: OpenWindow | undefined
  reload(): void
  close(): void
}

/** The windows over the workbench: one at a time, and the conflict card whenever there is a conflict. */
export function BenchWindows({ entity, filters, open, reload, close }: Props) {
  const bench = useBench()
  const { marking } = useMarkingActions()
  useEscape(open !== undefined, close)
  const chooseRemark = ({ id, comment }: Remark) => {
    bench.edit.change({ comment, inspectionCommentId: id })
    close()
    marking.focus()
  }
  /** Moves the cursor to where it is needed next: the card, the open row, or the list. */
  const leaveDialog = () => {
    close()
    const edit = bench.edit.get()
    if (!edit) marking.focusList()
    else if (!edit.clash) marking.focus()
  }
  const leaveRemarks = () => {
    close()
    marking.focus()
  }
  return (
    <Suspense>
      {open?.is === 'remarks' && (
        <CommentBank userId={bench.me.id} inspectType={bench.edit.get()?.row.inspectType} onChoose={chooseRemark} onClose={leaveRemarks} />
      )}
      {open?.is === 'dialog' && (
        <MarkDialog row={open.row} onDone={(draft) => marking.saveWritten(open.row, draft)} onClose={leaveDialog} />
      )}
      {open?.is === 'versions' && <VersionsDrawer row={open.row} onClose={close} />}
      {open?.is === 'shortcuts' && <ShortcutList onClose={close} />}
      {open?.is === 'import' && <LazyImportDialog entity={entity} filters={textsOf(filters)} reload={reload} close={close} />}
      <ConflictCard />
    </Suspense>
  )
}
