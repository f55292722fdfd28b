import { App } from 'antd'
import { useState } from 'react'
import type { AnyEntity, WireRow } from '../../schema/index.ts'
import { send } from '../../browser/api.ts'
import { keyOf } from '../row-key.ts'
import { conflictOf, type EditConflict } from '../changes/conflict.ts'
import { changesOf, editBody, filledIn } from './form-row.ts'
import type { Send } from './use-submit.ts'
import { createWriteKey } from './write-key.ts'

export interface FormTarget {
  readonly entity: AnyEntity
  onClose(): void
  onSaved(row: WireRow): void
  /** Sends the values somewhere else instead of to add or edit. */
  readonly submit?: (values: WireRow) => Promise<WireRow>
}

/** Sends a save with the right call, and shows the success message. */
export function useSend({ entity, onSaved, onClose, submit }: FormTarget, onConflict: (conflict: EditConflict) => void): Send {
  const { message } = App.useApp()
  const { base } = entity.endpoints
  const [writeKey] = useState(createWriteKey)
  const done = (row: WireRow, words: string) => {
    if (words) void message.success(words)
    onSaved(row)
    onClose()
  }
  return async (values, checked, model) => {
    if (submit) return done(await submit(filledIn(model, values, checked)), '')
    if (model.mode === 'add') {
      const data = filledIn(model, values, checked)
      const answer = await writeKey.send(data, (idempotencyKey) =>
        send<WireRow>({ method: 'POST', url: `${base}/add`, data, idempotencyKey }),
      )
      return done(answer.result, entity.messages?.add ?? answer.message)
    }
    const changes = changesOf(model, values, checked)
    if (Object.keys(changes).length === 0) {
      void message.info('没有修改')
      return onClose()
    }
    const data = editBody(model, keyOf(entity), changes)
    try {
      const answer = await writeKey.send(data, (idempotencyKey) =>
        send<WireRow>({ method: 'PUT', url: `${base}/edit`, data, idempotencyKey }),
      )
      done(answer.result, entity.messages?.edit ?? answer.message)
    } catch (error) {
      const conflict = conflictOf(error)
      if (!conflict) throw error
      onConflict(conflict)
    }
  }
}
