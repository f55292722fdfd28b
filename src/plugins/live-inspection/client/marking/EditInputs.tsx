import { useEffect, useRef } from 'react'
import { useBench } from '../state/bench-context.ts'
import type { Edit } from '../state/edit-store.ts'
import { isInWindow } from './focus-field.ts'
import { cleanScore } from '../state/mark.ts'
import '../table/input.css'

type Field = 'score' | 'comment' | 'bz'
const labels: Record<Field, string> = { score: '分数', comment: '评语', bz: '备注' }
const most: Record<Field, number> = { score: 5, comment: 500, bz: 500 }

/** A field of the row being marked. An input method may write anything into the score; only digits stay. */
export function MarkInput({ field, edit }: { readonly field: Field; readonly edit: Edit }) {
  const bench = useBench()
  const composing = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  const value = edit.draft[field]
  const write = (text: string, done: boolean) => {
    const next = field === 'score' && done ? cleanScore(text) : text
    bench.edit.change(field === 'comment' ? { comment: next, inspectionCommentId: null } : { [field]: next })
  }
  useEffect(() => {
    if (field === 'score' && !isInWindow()) input.current?.focus({ preventScroll: true })
  }, [field])
  return (
    <input
      ref={input}
      className="live-input"
      data-mark={field}
      aria-label={labels[field]}
      aria-invalid={field === 'score' && edit.problem !== undefined}
      placeholder={field === 'score' ? '0–100' : labels[field]}
      inputMode={field === 'score' ? 'decimal' : 'text'}
      enterKeyHint="done"
      autoComplete="off"
      maxLength={most[field]}
      readOnly={edit.saving || edit.clash !== undefined}
      value={value}
      onCompositionStart={() => {
        composing.current = true
      }}
      onCompositionEnd={(event) => {
        composing.current = false
        write(event.currentTarget.value, true)
      }}
      onChange={(event) => write(event.target.value, !composing.current)}
    />
  )
}
