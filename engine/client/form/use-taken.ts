import type { Field } from '@formily/core'
import { useEffect, useState } from 'react'
import type { FieldDef } from '../../schema/index.ts'
import { api, isBusinessRefusal } from '../../browser/api.ts'
import { useSettled } from '../../browser/use-settled.ts'
import { isSame } from '../changes/is-same.ts'
import { checkFormRow } from './form-row.ts'
import { useFormModel, type FormModel } from './form-model.ts'
import { valuesOf } from './form-problems.ts'

/** Who types goes on before this is over, in milliseconds. */
const PAUSE = 500

type Asked = Readonly<Record<string, string>>

/** Whether another row has the value; a check that this user may not make, or that fails, is left to the save. */
async function isTaken({ table, row, mode, idKey }: FormModel, fieldName: string, asked: Asked): Promise<boolean> {
  const dataId = mode === 'edit' ? String(row[idKey ?? 'id'] ?? row['id'] ?? '') : ''
  try {
    await api.get('/sys/duplicate/check', { ...asked, tableName: table, fieldName, dataId })
    return false
  } catch (error) {
    return isBusinessRefusal(error)
  }
}

/** The sentence of a field that must be unique, and the values of the fields within which; undefined while one of these is missing. */
function uniqueIn({ form }: Field, { row, table }: FormModel, unique: FieldDef['unique']) {
  if (unique === undefined || table === undefined) return undefined
  if (typeof unique === 'string') return { sentence: unique, beside: {} }
  const beside = unique.within.map((key): [string, string] => [key, String(form.getValuesIn(key) ?? row[key] ?? '')])
  return beside.every(([, value]) => value !== '') ? { sentence: unique.message, beside: Object.fromEntries(beside) } : undefined
}

/** Says below a field that must be unique that its value is taken, once the user stops typing; an unchanged value is not asked about. */
export function useTaken(field: Field, key: string, definition: FieldDef | undefined): void {
  const model = useFormModel()
  const { form, value } = field
  const settled: unknown = useSettled<unknown>(value, PAUSE)
  const [taken, setTaken] = useState<string>()
  const unique = uniqueIn(field, model, definition?.unique)
  const sentence = unique?.sentence
  /** The whole question as a text, which is empty when there is none. */
  const questionOf = (typed: unknown): string => {
    const fieldVal = typeof typed === 'string' ? typed.trim() : ''
    return fieldVal === '' ? '' : JSON.stringify({ ...unique?.beside, fieldVal })
  }
  const isTyped = unique !== undefined && field.selfModified && !isSame(settled, model.row[key])
  const asked = isTyped ? questionOf(settled) : ''
  useEffect(() => {
    if (asked === '' || checkFormRow(model, valuesOf(form)).problems[key] !== undefined) return undefined
    let isCurrent = true
    void isTaken(model, key, JSON.parse(asked)).then((answer) => isCurrent && setTaken(answer ? asked : undefined))
    return () => void (isCurrent = false)
  }, [asked, form, key, model])
  const isShown = taken !== undefined && questionOf(value) === taken && field.selfErrors.length === 0
  useEffect(() => {
    if (isShown && sentence !== undefined) field.setSelfErrors([sentence])
  }, [field, isShown, sentence])
}
