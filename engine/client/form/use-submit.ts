import type { Form } from '@formily/core'
import { App } from 'antd'
import { useRef, useState } from 'react'
import { alertOf, type CheckedRow } from '../../schema/check-row.ts'
import { fieldSentences } from '../field-sentences.ts'
import { isBusinessRefusal } from '../../browser/api.ts'
import { tellRefusal } from '../../browser/refusal.ts'
import type { FormModel } from './form-model.ts'
import { isBusy, showProblems, valuesOf } from './form-problems.ts'
import { checkFormRow } from './form-row.ts'
import type { WireRow } from '../../schema/index.ts'

export type Send = (values: WireRow, checked: CheckedRow, model: FormModel) => Promise<void>

/**
 * Check, then send once: a second press while sending does nothing. Problems found by this page or by the server appear at their fields,
 * and `onProblem` receives the first. Any other refusal is shown as a message: a warning, if `onRefused` follows because the business refused.
 */
export function useSubmit(send: Send, onProblem: (key: string) => void, onRefused?: () => void) {
  const app = App.useApp()
  const { message } = app
  const [isSaving, setSaving] = useState(false)
  const running = useRef(false)

  const tell = (form: Form, model: FormModel, problems: Record<string, string>) => {
    const homeless = showProblems(form, model, problems)
    const alert = alertOf(model, problems) ?? homeless[0]
    if (alert) void message.error(alert)
    const [first] = Object.keys(problems)
    if (first) onProblem(first)
  }
  const submit = async (form: Form, model: FormModel) => {
    if (running.current) return
    if (isBusy(form, model)) return void message.warning('文件上传中，请稍候')
    const values = valuesOf(form)
    const checked = checkFormRow(model, values)
    if (Object.keys(checked.problems).length > 0) return tell(form, model, checked.problems)
    running.current = true
    setSaving(true)
    try {
      await send(values, checked, model)
    } catch (error) {
      const sentences = fieldSentences(error)
      if (sentences) tell(form, model, sentences)
      else {
        const isLast = onRefused !== undefined && isBusinessRefusal(error)
        tellRefusal(app, error, { kind: isLast ? 'warning' : 'error' })
        if (isLast) onRefused()
      }
    } finally {
      running.current = false
      setSaving(false)
    }
  }
  return { isSaving, submit }
}
