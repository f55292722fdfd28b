import { App } from 'antd'
import { useEffect, useMemo, useRef, type RefObject } from 'react'
import { Marking } from '../marking/create-marking.ts'
import { focusField } from '../marking/focus-field.ts'
import type { Narrowing } from '../rows/matches.ts'
import type { RowsHandle } from '../table/VirtualRows.tsx'
import { useBench } from './bench-context.ts'
import { useAsk } from './use-ask.ts'

interface Options {
  readonly filters: Narrowing
  readonly list: RefObject<RowsHandle>
}

/** After the next paint, when what was asked for is there. */
const soon = (work: () => void): void => {
  requestAnimationFrame(() => requestAnimationFrame(work))
}

/** The marking of this page: its messages, its questions, its cursor. Leaving the page frees the row and keeps the draft. */
export function useMarking(options: Options): Marking {
  const bench = useBench()
  const { message } = App.useApp()
  const ask = useAsk()
  const latest = useRef(options)
  latest.current = options
  const marking = useMemo(
    () =>
      new Marking(bench, {
        success: (text) => void message.success(text),
        error: (text) => void message.error(text),
        info: (text) => void message.info(text),
        ask: (question, careful) => ask(question, { no: '返回', careful }),
        focus: (field) => soon(() => focusField(field)),
        focusList: () => soon(() => latest.current.list.current?.focus()),
        filters: () => latest.current.filters,
      }),
    [bench, message, ask],
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
