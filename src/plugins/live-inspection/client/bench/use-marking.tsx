import { App, Button } from 'antd'
import { useEffect, useMemo, useRef, type RefObject } from 'react'
import { tellRefusal } from '../../../../../engine/client/index.ts'
import { Marking } from '../marking/create-marking.ts'
import { focusMarkField } from '../marking/focus-field.ts'
import type { ListNarrowing } from '../../shared/matches.ts'
import type { RowsHandle } from '../table/VirtualRows.tsx'
import { useBench } from '../state/bench-context.ts'
import { useAsk } from '../state/use-ask.ts'

interface Options {
  readonly filters: ListNarrowing
  readonly list: RefObject<RowsHandle>
}

/**
 * Runs in the next frame, and again in the frames after it while `work` answers false: a row that must be scrolled to comes a
 * little later.
 */
const soon = (work: () => boolean, frames = 6): void => {
  requestAnimationFrame(() => {
    if (!work() && frames > 1) soon(work, frames - 1)
  })
}

const savedMark = 'saved mark'

/** The notice of a saved mark, with a way to undo it while it is shown; one at a time. */
const withUndo = (text: string, undo: () => void) => ({
  key: savedMark,
  duration: 6,
  content: (
    <>
      {text}
      <Button type="link" size="small" onClick={undo}>
        撤销
      </Button>
    </>
  ),
})

/** The marking of this page: its messages, questions and cursor. Leaving the page frees the row and keeps the draft. */
export function useMarking(options: Options): Marking {
  const bench = useBench()
  const { message, notification } = App.useApp()
  const ask = useAsk()
  const latest = useRef(options)
  latest.current = options
  const marking = useMemo(
    () =>
      new Marking(bench, {
        success: (text, undo) => {
          const undoOnce = () => {
            message.destroy(savedMark)
            undo?.()
          }
          void message.success(undo ? withUndo(text, undoOnce) : text)
        },
        error: (text) => void message.error(text),
        refused: (error, about) => tellRefusal({ message, notification }, error, { kind: 'error', about }),
        info: (text) => void message.info(text),
        ask: (question, options) => ask(question, { no: '返回', ...options }),
        focus: (field) => soon(() => focusMarkField(field)),
        focusList: () =>
          soon(() => {
            latest.current.list.current?.focus()
            return true
          }),
        filters: () => latest.current.filters,
      }),
    [bench, message, notification, ask],
  )
  useEffect(() => {
    const active = () => marking.active()
    window.addEventListener('pointerdown', active)
    window.addEventListener('keydown', active)
    window.addEventListener('wheel', active, { passive: true })
    return () => {
      window.removeEventListener('pointerdown', active)
      window.removeEventListener('keydown', active)
      window.removeEventListener('wheel', active)
      marking.leave()
    }
  }, [marking])
  return marking
}
