import type { Form } from '@formily/core'
import { useEffect, useState } from 'react'
import type { AnyEntity, WireRow } from '../../schema/index.ts'
import { api } from '../../browser/api.ts'
import { keyOf } from '../row-key.ts'
import { startForm } from './EntityForm.tsx'
import { entityForm, type FormMode, type FormModel } from './form-model.ts'

export interface FormSource {
  readonly entity: AnyEntity
  readonly mode: FormMode
  /** The row to edit; the form shows the server's current version of it. */
  readonly row?: WireRow
  /** Initial values of a new row, such as the page's filters. */
  readonly initial?: WireRow
}

interface StartedForm {
  readonly form: Form
  readonly model: FormModel
}

function startFrom({ entity, mode }: FormSource, from: WireRow): StartedForm {
  const model = entityForm(entity, mode, from)
  return { model, form: startForm(model) }
}

/** What the form of a new row starts with; that of another row waits for its current version. */
const startsWith = ({ mode, row, initial }: FormSource): WireRow | undefined =>
  mode === 'add' || !row ? { ...initial, ...row } : undefined

/** The form, once its row is loaded. If the row cannot be read again, the list's version is used. */
export function useStartedForm(source: FormSource) {
  const [started, setStarted] = useState<StartedForm | undefined>(() => {
    const from = startsWith(source)
    return from && startFrom(source, from)
  })
  useEffect(() => {
    const { entity, row } = source
    if (!row || startsWith(source)) return undefined
    let mounted = true
    const begin = (from: WireRow) => {
      if (mounted) setStarted(startFrom(source, from))
    }
    const id = row[keyOf(entity)] ?? row['id']
    api.get<WireRow>(`${entity.endpoints.base}/queryById`, { id }).then(
      (fresh) => begin({ ...row, ...fresh }),
      () => begin(row),
    )
    return () => {
      mounted = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the dialog is mounted again each time it opens, so its source never changes
  }, [])
  return [started, setStarted] as const
}
