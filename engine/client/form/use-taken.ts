import type { Field } from '@formily/core'
import { useEffect, useState } from 'react'
import type { FieldDef } from '../../schema/index.ts'
import { api, ApiError } from '../../browser/api.ts'
import { useSettled } from '../../browser/use-settled.ts'
import { isSame } from '../changes/is-same.ts'
import { checkFormRow } from './form-row.ts'
import { useFormModel, type FormModel } from './form-model.ts'
import { valuesOf } from './form-problems.ts'

/** Who types goes on before this is over, in milliseconds. */
const PAUSE = 500

/** Whether another row has the value; a check that this user may not make, or that fails, is left to the save. */
async function isTaken({ table, row, mode, idKey }: FormModel, fieldName: string, fieldVal: string): Promise<boolean> {
  const dataId = mode === 'edit' ? String(row[idKey ?? 'id'] ?? row['id'] ?? '') : ''
  try {
    await api.get('/sys/duplicate/check', { tableName: table, fieldName, fieldVal, dataId })
    return false
  } catch (error) {
    return error instanceof ApiError && error.status === 200 && error.code === 500
  }
}

/** Says below a field that must be unique that its value is taken, once the user stops typing; an unchanged value is not asked about. */
export function useTaken(field: Field, key: string, definition: FieldDef | undefined): void {
  const model = useFormModel()
  const { form, value } = field
  const settled: unknown = useSettled<unknown>(value, PAUSE)
  const [taken, setTaken] = useState<string>()
  const sentence = typeof definition?.unique === 'string' && model.table !== undefined ? definition.unique : undefined
  const isTyped = sentence !== undefined && field.selfModified && typeof settled === 'string' && !isSame(settled, model.row[key])
  const asked = isTyped ? settled.trim() : ''
  useEffect(() => {
    if (asked === '' || checkFormRow(model, valuesOf(form)).problems[key] !== undefined) return undefined
    let isCurrent = true
    void isTaken(model, key, asked).then((answer) => isCurrent && setTaken(answer ? asked : undefined))
    return () => void (isCurrent = false)
  }, [asked, form, key, model])
  const isShown = taken !== undefined && typeof value === 'string' && value.trim() === taken && field.selfErrors.length === 0
  useEffect(() => {
    if (isShown && sentence !== undefined) field.setSelfErrors([sentence])
  }, [field, isShown, sentence])
}
