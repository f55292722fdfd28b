import { App, Button } from 'antd'
import { useState } from 'react'
import { createWriteKey, newKey, tellRefusal } from '../../../../../engine/client/index.ts'
import { markMany, undoMarks } from './mark-calls.ts'
import type { MarkPlan, Marks, Seen } from '../../wire.ts'

interface Options {
  /** Rows may have changed. */
  onDone(): void
  /** All of it is written. */
  onSaved(): void
  /** Some of it had changed since the preview, which must be made again. */
  onRefused(): Promise<unknown>
}

/** Whom and what a notice is about, if it is about one student: 李明 · 波形测量 · 85 分. */
function aboutOne({ rows }: MarkPlan, { score }: Marks): string {
  const names = new Set(rows.map(({ realname, groupSeatNum }) => `${groupSeatNum ?? ''} ${realname ?? ''}`))
  const [first] = rows
  if (names.size !== 1 || !first) return ''
  const item = rows.length === 1 ? first.inspectionId_dictText : undefined
  return `${[first.realname, item, score === undefined ? undefined : `${score} 分`].filter(Boolean).join(' · ')}：`
}

/** Writes what the preview showed; the notice offers to undo it. */
export function useMarkMany({ onDone, onSaved, onRefused }: Options) {
  const { message, notification } = App.useApp()
  const [busy, setBusy] = useState(false)
  const [writeKey] = useState(createWriteKey)
  const undo = async (rows: readonly Seen[]) => {
    try {
      void message.success((await undoMarks(rows)).message)
    } catch (problem) {
      tellRefusal({ message, notification }, problem, { kind: 'error' })
    }
    onDone()
  }
  const tell = (words: string, rows: readonly Seen[]) => {
    const notice = `marks ${newKey()}`
    const takeBack = () => {
      message.destroy(notice)
      void undo(rows)
    }
    const content = (
      <>
        {words}
        <Button type="link" size="small" onClick={takeBack}>
          撤销
        </Button>
      </>
    )
    void message.success({ key: notice, duration: 10, content })
  }
  const save = async (plan: MarkPlan, marks: Marks) => {
    setBusy(true)
    try {
      const { message: words, result } = await writeKey.send([plan.rows, marks], (key) => markMany(plan.rows, marks, key))
      tell(`${aboutOne(plan, marks)}${words}`, result)
      onDone()
      onSaved()
    } catch (problem) {
      tellRefusal({ message, notification }, problem)
      await onRefused()
      setBusy(false)
    }
  }
  return { busy, save }
}
